export { type App, type AppPorts, type AppSettings, createApp } from './app.ts';
export type { Route } from './routes/route.ts';
export { routes } from './routes/routes.ts';
export { type ListenOptions, type RunningServer, serve } from './serve.ts';

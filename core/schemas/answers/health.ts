import * as v from 'valibot';

export const HealthAnswer = v.object({ status: v.literal('ok') });
export const ReadyAnswer = v.object({ status: v.literal('ready') });
export const NotReadyAnswer = v.object({ status: v.literal('not_ready') });

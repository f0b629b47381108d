import { readFileSync } from 'node:fs';

/** The most resident memory that this process ever had, in MB. */
export function peakMegabytes(): number {
  return peakKilobytes() / 1024;
}

/** The system's own count where it has one: what getrusage tells begins with the memory of the parent. */
function peakKilobytes(): number {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    if (kilobytes) return Number(kilobytes);
  } catch {
    // No such file on this system.
  }
  return process.resourceUsage().maxRSS;
}

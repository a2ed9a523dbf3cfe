/** Whether a host is this machine, so that http is as good as https. Browsers keep all of `.localhost` on it. */
export function isLoopbackHost(host: string): boolean {
  return /(?:^|\.)localhost$/.test(host) || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

/** Whether a command and a controller belong together: they are of the same minor version. What is no version fits nothing. */
export function versionsFit(client: string, controller: string): boolean {
  const line = lineOf(client)
  return line !== undefined && line === lineOf(controller)
}

function lineOf(version: string): string | undefined {
  return /^v?(\d+\.\d+)(?:[-+.]|$)/.exec(version)?.[1]
}

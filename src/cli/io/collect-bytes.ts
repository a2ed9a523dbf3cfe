/** Reads a stream to its end. Stops and gives undefined as soon as there are more than `limit` bytes. */
export async function collectBytes(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = []
  let count = 0
  for await (const chunk of chunks) {
    count += chunk.length
    if (count > limit) return undefined
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}

import { type RequestListener, type Server, createServer } from 'node:http'

/** A plain HTTP server on loopback. */
export async function serve(port: number, handler: RequestListener): Promise<Server> {
  const server = createServer(handler)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return server
}

export async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise(resolve => {
    server.close(resolve)
  })
}

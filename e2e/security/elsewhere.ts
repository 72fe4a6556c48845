/** Another site on this computer. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Serves one page by the name `localhost`, which is another site to a browser than the address that the journeys' app
 * has. A page that only pretends to come from afar would be kept from this computer by the browser itself.
 */
export async function serveElsewhere(html: string) {
  const server = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html; charset=utf-8')
    answer.end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}/`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

import net from 'node:net'
import { codeOf, StartError } from '@/scripts/start-error'

const REASONS: Record<string, (port: number, host: string) => string> = {
  EADDRINUSE: (port) => `Port ${port} is taken: stop what uses it, or choose another one, such as PORT=${port + 1}.`,
  EACCES: (port) => `Port ${port} may only be used by root: choose one above 1023, such as PORT=3000.`,
  EADDRNOTAVAIL: (_port, host) => `HOST=${host} is not an address of this machine.`,
  ENOTFOUND: (_port, host) => `HOST=${host} is not an address of this machine.`,
}

/** Throws a StartError when the app could not listen there. Leaves the port free. */
export function checkPort(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', (error) => {
      const explain = REASONS[codeOf(error)]
      reject(explain ? new StartError(explain(port, host)) : error)
    })
    server.listen(port, host, () => server.close(() => resolve()))
  })
}

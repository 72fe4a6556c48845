import net from 'node:net'

/** A port that leads to the database, and can fall silent: connections are then accepted and kept, and nothing is answered. */
export interface FreezableServer {
  port: number
  freeze(): void
  /** Connections that are open go on working; new ones are accepted and hear nothing. */
  freezeNew(): void
  thaw(): void
  close(): Promise<void>
}

/** Stands before the server at `url`. */
export async function freezable(url: string): Promise<FreezableServer> {
  const { hostname, port } = new URL(url)
  const open = new Set<net.Socket>()
  let isFrozen = false
  let isNewFrozen = false
  const keep = (socket: net.Socket) => {
    open.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => open.delete(socket))
  }
  const server = net.createServer((client) => {
    keep(client)
    if (isNewFrozen) return
    const behind = net.connect({ host: hostname, port: Number(port) })
    keep(behind)
    client.on('data', (chunk) => isFrozen || behind.write(chunk))
    behind.on('data', (chunk) => isFrozen || client.write(chunk))
    client.on('close', () => behind.destroy())
    behind.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    freeze: () => {
      isFrozen = true
    },
    freezeNew: () => {
      isNewFrozen = true
    },
    thaw: () => {
      isFrozen = false
      isNewFrozen = false
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

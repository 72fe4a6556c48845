/** Called by Next once per server. Also compiled for the edge, so all that needs Node is in instrumentation-node.ts. */
export async function register() {
  if (process.env.NEXT_RUNTIME === 'nodejs') await (await import('./instrumentation-node')).start()
}

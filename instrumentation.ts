import type { Instrumentation } from 'next'

/** Called by Next once per server. Also compiled for the edge, so all that needs Node is in instrumentation-node.ts. */
export async function register() {
  if (process.env.NEXT_RUNTIME === 'nodejs') await (await import('./instrumentation-node')).start()
}

/** Called by Next for what a page or route throws and nobody catches. */
export const onRequestError: Instrumentation.onRequestError = async (error, { method }, { routePath }) => {
  if (process.env.NEXT_RUNTIME === 'nodejs')
    (await import('./lib/platform/server/log-console')).logRequestError(error, method, routePath)
}

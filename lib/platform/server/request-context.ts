/** What is known of the request (or the job of a request) that the running code belongs to, for the log. */
import { AsyncLocalStorage } from 'node:async_hooks'

export interface RequestContext {
  requestId: string
  /** Who asks, once that is known. Never a name. */
  actorId?: string
  /** The code of the problem it ended in. */
  problem?: string
  /** A page of it failed because the database did. */
  isTroubled?: boolean
  /** How the answer travels, which Next leaves out of what a route says: said again where the answer begins. */
  framing?: Readonly<Record<string, string>>
}

// One for the process: the server is built into several bundles.
const globals: typeof globalThis & { __assayRequests?: AsyncLocalStorage<RequestContext> } = globalThis
globals.__assayRequests ??= new AsyncLocalStorage()
const requests = globals.__assayRequests

/** Runs `work`, and all that it awaits, for one request. */
export const inRequest = <T>(context: RequestContext, work: () => T): T => requests.run(context, work)

/** The request that is being worked for, if any. */
export const currentRequest = (): RequestContext | undefined => requests.getStore()

/**
 * A way to the internet that cannot lead into the own network. A name is resolved once for every connection, every address
 * of it is checked, and the checked one is dialled: a name that changes its mind between check and connection (DNS
 * rebinding) gains nothing.
 */
import { lookup } from 'node:dns/promises'
import { Agent, buildConnector } from 'undici'
import { StepFailure } from '@/lib/protocols/prefill'
import { bareHost, isAddress, isPublicAddress } from './safe-address'

/** What a test may put in the place of the real network. */
export interface Network {
  /** Every address of a name. */
  resolve(hostname: string): Promise<readonly string[]>
  /** Where an address that was found to be public is dialled; the address itself. */
  dial(address: string, port: string): { host: string; port: string }
}

export const internet: Network = {
  resolve: async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address),
  dial: (host, port) => ({ host, port }),
}

export const connectTimeoutMs = 4_000
/** Addresses of one name that are tried, one after the other. */
const mostTried = 3

export const blockedAddress = (reason: string) =>
  new StepFailure(
    'blocked_address',
    `This address is not read: ${reason}. Assay reads pages of the public internet only. Quote the page by hand.`,
  )

/** The addresses of a host, all of them public, or a failure. */
async function publicAddresses(hostname: string, network: Network): Promise<readonly string[]> {
  const host = bareHost(hostname)
  const addresses = isAddress(hostname) ? [host] : await network.resolve(host)
  if (addresses.length === 0) throw new Error(`no address for ${host}`)
  if (!addresses.every(isPublicAddress)) throw blockedAddress('its name leads to an address that is not public')
  // IPv4 first: a machine without IPv6 may learn only by waiting that it has none.
  return [...addresses].sort((a, b) => Number(a.includes(':')) - Number(b.includes(':'))).slice(0, mostTried)
}

/** As `work` ends, or rejected as soon as the signal says so, whatever the resolver does. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    // An agent that dials often leaves no listener behind for each time.
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** An agent for one page, which the signal ends: destroy it afterwards. A StepFailure comes through as it is. */
export function guardedAgent(network: Network, signal: AbortSignal): Agent {
  const open = buildConnector({ timeout: connectTimeoutMs, allowH2: false })
  const dialOne = (options: buildConnector.Options, address: string) =>
    new Promise<Parameters<buildConnector.Callback>[1]>((resolve, reject) => {
      const port = options.port || (options.protocol === 'https:' ? '443' : '80')
      const target = network.dial(address, port)
      // The name stays what the certificate is checked against; what is dialled is a number.
      const servername = isAddress(options.hostname) ? options.servername : options.hostname
      const dialled = { ...options, servername, hostname: target.host, host: target.host, port: target.port }
      open(dialled, (error, socket) => (error ? reject(error) : resolve(socket)))
    })
  const connect = async (options: buildConnector.Options) => {
    let last: unknown
    for (const address of await publicAddresses(options.hostname, network)) {
      try {
        const socket = await dialOne(options, address)
        // Nobody waits for it any more.
        if (signal.aborted) socket?.destroy()
        return socket
      } catch (error) {
        last = error
      }
    }
    throw last
  }
  return new Agent({
    connections: 1,
    pipelining: 1,
    keepAliveTimeout: 1_000,
    maxHeaderSize: 32_768,
    connect: (options, callback) => {
      unlessAborted(connect(options), signal).then(
        (socket) => (socket ? callback(null, socket) : callback(new Error('no socket'), null)),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
      )
    },
  })
}

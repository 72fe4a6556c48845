import 'server-only'
import type { Place, Secret } from './contract'
import { hubTarget, mayRepeat } from './hub-target'
import { type PushNetwork, pushFetch, theNetwork } from './push-fetch'
import { s3Target } from './s3-target'
import { PushRefused, type Target } from './target'

export interface Opened {
  target: Target
  /** Lets go of its connections. */
  close(): Promise<void>
}

interface OpenOptions {
  place: Place
  secret: Secret
  /** What the place is told that this is. */
  title: string
  signal: AbortSignal
}

/** A place, ready to be asked. @throws PushRefused where the credentials are for another kind of place. */
export function openTarget({ place, secret, title, signal }: OpenOptions, network: PushNetwork = theNetwork()): Opened {
  const { fetch, close } = pushFetch(network, signal, place.kind === 'hub' ? mayRepeat : undefined)
  if (place.kind === 's3' && secret.kind === 's3') return { target: s3Target({ place, secret, fetch }), close }
  if (place.kind === 'hub' && secret.kind === 'hub')
    return { target: hubTarget({ place, secret, fetch, title, signal }), close }
  throw new PushRefused('These are the credentials of another kind of place.')
}

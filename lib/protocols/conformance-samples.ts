import { manifests } from './index'
import type { Json } from './protocol'

/** Records of each protocol, by its id; a protocol without any fails the suite. */
export const samples: Readonly<Record<string, readonly Json[]>> = Object.fromEntries(
  await Promise.all(manifests.map(async (manifest) => [manifest.work.id, await manifest.samples()] as const)),
)

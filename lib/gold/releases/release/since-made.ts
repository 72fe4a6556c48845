import 'server-only'
import { WITHDRAWN_PATH, withdrawnItemSchema } from '@/lib/gold/withdrawal/contract'
import { sumsNow } from './archive/stream-archive'
import { readStoredText } from './build/read-stored'
import type { SinceMade } from './contract'

interface Made {
  id: string
  digest: string | null
}

/** What was taken out of a release since it was made. `files`: those that its reader is told of. */
export async function readSinceMade(
  { id, digest }: Made,
  files: readonly { path: string; sha256: string }[],
): Promise<SinceMade> {
  const sums = sumsNow(files, digest) || null
  if (!files.some(({ path }) => path === WITHDRAWN_PATH)) return { withdrawnItems: [], sums }
  const lines = (await readStoredText(id, WITHDRAWN_PATH)).split('\n').filter(Boolean)
  return { withdrawnItems: lines.map((line) => withdrawnItemSchema.parse(JSON.parse(line))), sums }
}

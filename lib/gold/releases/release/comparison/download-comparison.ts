import 'server-only'
import { loadReader, type ReleaseParams } from '@/lib/gold/releases/release/load-release'
import { nameOnCard } from '@/lib/gold/releases/release/present'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { fileNameOf } from '@/lib/platform/server/streams/file-name'
import { streamText } from '@/lib/platform/server/streams/stream-text'
import { changesBetween, noteReading, type Pair, pairOf } from './queries'

/** All changes, a line of JSON each, as `changes.jsonl` has those since the release before. */
export async function downloadComparison(actor: Actor, params: ReleaseParams, since?: number): Promise<Response> {
  await loadReader(prisma(), actor, params.projectId)
  const pair = await pairOf(params, since)
  await noteReading(actor, params, pair)
  const { before, after } = pair
  const name = fileNameOf(nameOnCard(after.card), `changes from v${before.number} to v${after.number}`, 'jsonl')
  return new Response(streamText(linesBetween(pair)), {
    headers: {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store, no-transform',
    },
  })
}

async function* linesBetween(pair: Pair): AsyncGenerator<string> {
  for await (const change of changesBetween(pair)) yield `${JSON.stringify(change)}\n`
}

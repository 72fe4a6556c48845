import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { streamText } from '@/lib/platform/server/streams/stream-text'
import { SECTIONS } from './sections'

const NOTES = [
  'Everything that Assay stores about you. Times are UTC. What others answered, wrote and decided is theirs and not in here.',
  'Not stored: the devices you sign in from (a cookie in your browser knows that it is yours), your address on the network, and the password itself.',
  'Left out: texts of the pages that were read, the results of searches, and what calibration drew and judged; your own figures show the last.',
  'Backups of the database hold the same for as long as they are kept. Whoever runs this server can tell you how long that is.',
]

/** Everything stored about the actor, and nobody else, as one JSON document that is read as it is sent. */
export async function downloadOwnData({ userId }: Actor): Promise<Response> {
  await transaction((tx) => record(tx, 'user.data_downloaded', { actorId: userId }, { userId }))
  return new Response(streamText(documentOf(userId)), {
    headers: {
      'content-type': 'application/json',
      'content-disposition': 'attachment; filename="assay-my-data.json"',
      'cache-control': 'no-store, no-transform',
    },
  })
}

async function* documentOf(userId: string): AsyncGenerator<string> {
  yield `{\n"notes": ${JSON.stringify(NOTES)}`
  for (const { name, rows } of SECTIONS) {
    yield `,\n${JSON.stringify(name)}: [`
    let isFirst = true
    for await (const page of rows(userId))
      for (const row of page) {
        yield `${isFirst ? '\n' : ',\n'}${JSON.stringify(row)}`
        isFirst = false
      }
    yield ']'
  }
  yield '\n}\n'
}

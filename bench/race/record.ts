/** Notes what a tool really answers to its adapter, for the tests: `npm run bench -- race --record ...`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Entrant } from './entrants'
import { sendTo } from './http'
import { type Recording, recordTo, tokensIn, withExcerpts, withoutSecrets } from './recording'
import { REHEARSED, rehearse } from './rehearse'

const FOLDER = 'bench/race/recordings'

/** Rehearses with the running peer and writes its answers, without secrets, where the tests read them. Returns the file. */
export async function record({ key, url, peer: peerAt, secrets, folder }: Entrant): Promise<string> {
  const exchanges: Recording['exchanges'] = []
  const peer = peerAt(recordTo(exchanges, sendTo(url)))
  const { version } = await rehearse(peer)
  const all = new Map([
    ...secrets(),
    ...tokensIn(exchanges),
    [url, 'http://peer'],
    [new URL(url).host, 'peer'],
    [folder, 'folder'],
  ])
  const of = `${peer.name}${version === null ? '' : ` ${version}`}`
  const recording: Recording = {
    of,
    on: new Date().toISOString().slice(0, 10),
    exchanges: withExcerpts(withoutSecrets(exchanges, all)),
  }
  mkdirSync(FOLDER, { recursive: true })
  const file = path.join(FOLDER, `${key}.json`)
  writeFileSync(file, `${JSON.stringify(recording, null, 1)}\n`)
  return `${file}: ${exchanges.length} answers to the work on ${REHEARSED.length} texts`
}

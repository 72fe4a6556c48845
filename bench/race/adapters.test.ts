import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Assay } from './assay'
import { Doccano } from './doccano'
import { PeerError, type Send } from './http'
import { LabelStudio } from './label-studio'
import { type Peer, wholeText } from './peer'
import { Potato } from './potato'
import { Replay, recordingSchema } from './recording'
import { REHEARSED, rehearse } from './rehearse'

const recorded = (name: string) =>
  recordingSchema.parse(JSON.parse(readFileSync(`bench/race/recordings/${name}.json`, 'utf8')))

/** Each adapter as it was recorded, and which of the texts two people got: tools that reserve nothing may give the same to both. */
const adapters: [
  name: string,
  adapter: (send: Send) => Peer,
  gets: { first: number; following: number; second: number },
][] = [
  ['assay', (send) => new Assay(send, 'http://peer', 'set-up-code'), { first: 0, following: 1, second: 2 }],
  ['label-studio', (send) => new LabelStudio(send, 'secret'), { first: 0, following: 1, second: 2 }],
  [
    'doccano',
    (send) => new Doccano(send, { username: 'race', password: 'secret' }, 0),
    { first: 0, following: 1, second: 1 },
  ],
  ['potato', (send) => new Potato(send, 0), { first: 1, following: 0, second: 0 }],
]

const textOf = (at: number) => {
  const text = REHEARSED[at]
  return text ? wholeText(text) : undefined
}

test.each(adapters)(
  '%s does its work on the answers of the real tool',
  async (name, adapter, { first, following, second }) => {
    const replay = new Replay(recorded(name))
    const rehearsed = await rehearse(adapter(replay.send))
    expect(rehearsed).toMatchObject({
      labelled: REHEARSED.length,
      read: { first: textOf(first), following: textOf(following), second: textOf(second) },
      labels: { before: [null, null, null], changed: [false, true, false], submitted: [true, true, true] },
    })
    expect(replay.left).toBe(0)
  },
)

test.each(adapters)('%s stops at an answer that refuses', async (name, adapter) => {
  const recording = recorded(name)
  const refused = { ...recording, exchanges: recording.exchanges.map((each) => ({ ...each, status: 503 })) }
  await expect(rehearse(adapter(new Replay(refused).send))).rejects.toThrow(PeerError)
})

test.each(adapters)('the recording of %s holds no address of the machine that made it', (name) => {
  expect(JSON.stringify(recorded(name))).not.toMatch(/127\.0\.0\.1|localhost|\/tmp\/|\/root\//)
})

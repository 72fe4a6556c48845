/** The work that every adapter is recorded and tested at: two people, three texts, every act of the race once or twice. */
import { makeTexts, type Peer } from './peer'

export const REHEARSED = makeTexts(3)

export interface Rehearsed {
  version: string | null
  /** Texts with labels in the export of the labelled project. */
  labelled: number
  /** What the first person got to read, and then next; what the second got. */
  read: { first: string | undefined; following: string | undefined; second: string | undefined }
  /** The first item's labels: at first, after all but one were changed once, and after the submission. */
  labels: { before: (boolean | null)[]; changed: (boolean | null)[]; submitted: (boolean | null)[] }
}

export async function rehearse(peer: Peer): Promise<Rehearsed> {
  await peer.signIn()
  const version = await peer.version()
  const done = await peer.importLabelled(REHEARSED)
  const labelled = await done.countLabelled(await done.export())
  const project = await peer.importTexts(REHEARSED)
  const [first, second] = await project.annotators(2)
  const item = await first?.next()
  if (!first || !second || !item) throw new Error('there is nobody, or nothing to do')
  const before = await first.read(item)
  for (const sentence of [0, 1, 2]) await first.save(item, sentence, true)
  for (const sentence of [0, 2]) await first.save(item, sentence, false)
  const changed = await first.read(item)
  for (const sentence of [0, 2]) await first.save(item, sentence, true)
  await first.submit(item)
  const submitted = await first.read(item)
  const following = await first.next()
  const other = await second.next()
  return {
    version,
    labelled,
    read: { first: item.text, following: following?.text, second: other?.text },
    labels: { before, changed, submitted },
  }
}

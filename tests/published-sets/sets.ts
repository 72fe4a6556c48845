/** The published sets, and the protocol file that reads each. */
import { readFileSync } from 'node:fs'
import type { PublishedSet } from './published-set'
import { alce } from './sets/alce'
import { attributionbench } from './sets/attributionbench'
import { averitecQuestions, averitecVerdicts } from './sets/averitec'
import { expertqa } from './sets/expertqa'
import { factscore } from './sets/factscore'
import { mushroom } from './sets/mushroom'
import { ragtruth } from './sets/ragtruth'
import { tofueval } from './sets/tofueval'

export const publishedSets: readonly PublishedSet[] = [
  ragtruth,
  mushroom,
  factscore,
  averitecVerdicts,
  averitecQuestions,
  tofueval,
  expertqa,
  attributionbench,
  alce,
]

/** The example under a name of its own, without the tests that need the records beside it. */
export function protocolSourceOf({ example, edit = (source) => source }: PublishedSet): string {
  const source = readFileSync(`docs/examples/protocols/${example}.yaml`, 'utf8')
    .replace(`id: ${example}`, `id: published-${example}`)
    .replace(/\ntests:\n[\s\S]*$/, '\n')
  return edit(source)
}

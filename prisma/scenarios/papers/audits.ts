/** The side audits of FELM: references by one expert, responses by three people. */
import type { Answers } from '@/lib/protocols/protocol'
import type { PaperProject, PaperWork } from './project'

const fine = { harassment: false, sexual: false, violent: false, valid: true }

const judged = (position: number, divided = false): PaperWork => ({
  position,
  stage: 'responses',
  by: ['ana', 'ben', 'chioma'],
  answers: (_, who): Answers => ({ item: divided && who === 'chioma' ? { ...fine, valid: false } : fine }),
})

const checked = (position: number, free = true): PaperWork => ({
  position,
  stage: 'references',
  by: ['ana'],
  answers: () => ({
    item: {
      freeOfMisinformation: true,
      freeOfRumour: free,
      ...(free ? {} : { note: 'The page repeats what a reader wrote in a forum.' }),
    },
  }),
})

const record = (id: string, prompt: string, response: string) => ({ id, domain: 'wk', prompt, response })
const lake = record('lake', 'Which lake is the deepest?', 'Lake Baikal is the deepest lake.')
const tower = record('tower', 'Who built the old tower of Harn?', 'It was built by the guild of weavers.')
const recipe = record('recipe', 'How long do I boil an egg?', 'Four minutes for a soft yolk, ten for a hard one.')

export const responseAudit: PaperProject = {
  name: 'Responses, audited',
  description: 'Are the responses of the main project safe and valid? Three people, a majority.',
  protocolId: 'felm-response-audit',
  file: 'responses.jsonl',
  records: [lake, tower, recipe],
  work: [judged(1), judged(2, true)],
}

export const referenceAudit: PaperProject = {
  name: 'References, audited',
  description: 'Are the pages reliable that the main project was checked against? One expert.',
  protocolId: 'felm-reference-audit',
  file: 'references.jsonl',
  records: [lake, tower, recipe].map((each) => ({ ...each, url: `https://${each.id}.example/page` })),
  work: [checked(1), checked(2, false)],
}

/** Claims held against what a search found: three annotators on some, one on the others, a majority. */
import type { Workbench } from '@/lib/annotation/annotations/contract'
import type { Answers, Json } from '@/lib/protocols/protocol'
import type { Annotator } from '@/prisma/scenarios/scenario'
import type { PaperProject, PaperWork } from './project'

/** Three responses with their claims and what a search found for each, as VeriScore's pipeline writes them. All invented. */

type Result = {
  title: string
  snippet: string
  link: string
}

type Response = {
  question: string
  response: string
  model: string
  prompt_source: string
  claim_list: string[][]
  all_claims: string[]
  claim_search_results: Record<string, Result[]>
}

const found = (site: string, ...snippets: readonly (readonly [string, string])[]): Result[] =>
  snippets.map(([title, snippet], index) => ({ title, snippet, link: `https://${site}.example/${index + 1}` }))

const GLASS = 'Window glass is made mainly of sand, soda ash and limestone.'
const FLOAT = 'The float glass process was introduced in the 1950s.'
const LEAD = 'Float glass is formed on a bath of molten lead.'
const OLD = 'Old windows are thicker at the bottom because glass flows slowly.'
const SALMON = 'Pacific salmon die soon after they spawn.'
const SMELL = 'Salmon find their home stream by its smell.'
const RANGE = 'Some of them swim more than 3,000 kilometres to get there.'
const BRIDGE = 'The bridge over the Vel was opened in 1907.'
const ENGINEER = 'It was designed by the engineer Ilse Marten.'

const responses: readonly Response[] = [
  {
    question: 'How is window glass made?',
    response: `${GLASS} ${FLOAT} ${LEAD} ${OLD}`,
    model: 'model-a',
    prompt_source: 'how things work',
    claim_list: [[GLASS], [FLOAT], [LEAD], [OLD]],
    all_claims: [GLASS, FLOAT, LEAD, OLD],
    claim_search_results: {
      [GLASS]: found(
        'glass-museum',
        [
          'What is in a window pane?',
          'Common soda-lime glass is melted from quartz sand, soda ash and limestone, with small amounts of other oxides.',
        ],
        [
          'Raw materials',
          'Sand gives the silica; soda ash lowers the melting point; limestone makes the glass durable.',
        ],
        ['Bottles and jars', 'Coloured bottles get their green from iron in the sand.'],
        ['Glass recipes', 'For windows, glassworks mix sand, soda and lime, and add broken glass to save heat.'],
      ),
      [FLOAT]: found(
        'industry-archive',
        ['Float glass', 'The process was announced at the end of the 1950s after seven years of trials.'],
        ['A ribbon of glass', 'Before float glass, plates had to be ground and polished on both sides.'],
        [
          'Timeline',
          '1959: the float process is presented to the public. 1960s: licences are sold all over the world.',
        ],
      ),
      [LEAD]: found(
        'industry-archive-two',
        [
          'How float glass is formed',
          'The melt is poured on a bath of molten tin, on which it spreads to an even sheet.',
        ],
        ['Why tin?', 'Tin is heavier than glass and liquid over the whole range of temperatures that is needed.'],
        ['Lead in glass', 'Lead oxide is an ingredient of crystal glass, which is prized for its sparkle.'],
      ),
      [OLD]: found(
        'old-houses',
        ['Wavy panes', 'Many old panes are thicker at one edge. Builders often set the thick edge at the bottom.'],
        ['Does glass flow?', 'At room temperature glass does not flow measurably, not even in thousands of years.'],
        ['A guide’s tale', 'Look at the panes: the glass has run down over the centuries, our guide told us.'],
      ),
    },
  },
  {
    question: 'What happens to salmon when they return to their rivers?',
    response: `${SALMON} ${SMELL} ${RANGE}`,
    model: 'model-b',
    prompt_source: 'nature',
    claim_list: [[SALMON], [SMELL], [RANGE]],
    all_claims: [SALMON, SMELL, RANGE],
    claim_search_results: {
      [SALMON]: found(
        'rivers',
        ['Life of a sockeye', 'Like all Pacific salmon of the open sea, sockeye die within weeks of spawning.'],
        ['Steelhead', 'Steelhead may survive spawning and return to the sea, unlike most of their relatives.'],
        ['A gift to the forest', 'The bodies of spent salmon feed bears, birds and trees along the stream.'],
      ),
      [SMELL]: found(
        'rivers-two',
        ['The nose knows', 'Young fish learn the odour of their stream and follow it on their way back.'],
        ['Magnetic maps', 'At sea, salmon seem to find the coast by the field of the earth; the last part they smell.'],
      ),
      [RANGE]: found(
        'rivers-three',
        ['The long way', 'Chinook of the upper river travel over 3,000 kilometres from the sea to spawn.'],
        ['Short rivers', 'In coastal streams the journey takes a few days.'],
      ),
    },
  },
  {
    question: 'Tell me about the old bridge over the river Vel.',
    response: `${BRIDGE} ${ENGINEER} Well worth a visit!`,
    model: 'model-a',
    prompt_source: 'places',
    claim_list: [[BRIDGE], [ENGINEER], []],
    all_claims: [BRIDGE, ENGINEER],
    claim_search_results: {
      [BRIDGE]: found(
        'vel-valley',
        ['Bridges of the valley', 'The stone bridge was opened to traffic on 4 May 1907.'],
        ['A century of the bridge', 'In 2012 the town celebrated the hundredth birthday of its bridge.'],
      ),
      [ENGINEER]: [],
    },
  },
]

/** One letter a result, in order: s supports, c contradicts, anything else neither. */
interface Reading {
  stances: string
  verdict: 'supported' | 'contradicted' | 'inconclusive'
  why?: 'a' | 'b' | 'c'
  comment?: string
}

const STANCES: Readonly<Record<string, string>> = { s: 'supports', c: 'contradicts' }

const answersOf =
  ({ stances, verdict, why, comment }: Reading) =>
  ({ units }: Workbench): Answers => ({
    item: { verdict, ...(why ? { why } : {}), ...(comment ? { comment } : {}) },
    ...Object.fromEntries(
      units
        .filter(({ kind }) => kind === 'result')
        .map(({ key }, index) => [key, { stance: STANCES[stances[index] ?? ''] ?? 'inconclusive' }]),
    ),
  })

const read = (position: number, by: Partial<Record<Annotator, Reading>>): PaperWork => ({
  position,
  stage: 'verify',
  by: Object.keys(by) as Annotator[],
  answers: (workbench, who) => {
    const reading = by[who]
    if (!reading) throw new Error(`${who} says nothing of claim ${position}`)
    return answersOf(reading)(workbench)
  },
})

const records: readonly Json[] = responses.map((response) => ({ ...response, abstained: false }))

export const claims: PaperProject = {
  name: 'Claims against search results',
  description:
    'Nine claims of three responses, each with what a search found. Half of them have three annotators, and a majority decides.',
  protocolId: 'veriscore-verification',
  file: 'claims-with-results.jsonl',
  records,
  stages: { verify: { coverage: 50 } },
  work: [
    read(1, { ana: { stances: 'ss-s', verdict: 'supported' } }),
    read(2, {
      ana: { stances: 's-s', verdict: 'supported' },
      ben: { stances: 's-s', verdict: 'supported' },
      chioma: { stances: 'sss', verdict: 'supported', comment: 'The second result says so between the lines.' },
    }),
    read(3, { chioma: { stances: 'c--', verdict: 'contradicted' } }),
    read(4, {
      ana: { stances: '-cs', verdict: 'inconclusive', why: 'b' },
      ben: { stances: '-c-', verdict: 'contradicted' },
      chioma: { stances: '-c-', verdict: 'contradicted', comment: 'A guide’s tale is no source.' },
    }),
    read(5, { ben: { stances: 'sc-', verdict: 'inconclusive', why: 'b' } }),
    read(6, {
      ana: { stances: 'ss', verdict: 'supported' },
      ben: { stances: 's-', verdict: 'inconclusive', why: 'c' },
      chioma: { stances: 's-', verdict: 'contradicted' },
    }),
    { ...read(8, { ana: { stances: 'ss', verdict: 'supported' } }), unfinished: 'ana' },
  ],
}

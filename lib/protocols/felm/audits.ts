/** FELM's own checks of its gold (FELM 3.6): 100 references by an expert, 100 responses by three people each. */
import { answerOf } from '@/lib/protocols/completeness'
import { linkUrls } from '@/lib/protocols/links'
import type { Answers, Audit, GoldRecord, Json } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { contentOf } from './content'
import { ITEM, isRemoved, SEGMENTS, segmentsOf } from './labels'

type Item = Parameters<Audit['records']>[1]

/** What a record of either audit says of the response; `id` tells records of one item apart. */
function about({ content }: GoldRecord, { externalId, domain, source }: Item, id = externalId) {
  const { prompt, response } = contentOf(content)
  const known = Object.entries({ id, domain, source }).filter(([, value]) => value !== null)
  return { ...Object.fromEntries(known), prompt, response }
}

/** The answers about an item and its segments; null of one that was removed. */
function keptIn({ stages }: GoldRecord) {
  const { units = [], answers = {} } = stages[SEGMENTS] ?? {}
  return isRemoved(answers) ? null : { answers, segments: segmentsOf({ units }) }
}

/** One record for each page of an item, with the segments that it was given for; none for those of the whole response. */
function references(gold: GoldRecord, item: Item): Json[] {
  const { answers = {}, segments = [] } = keptIn(gold) ?? {}
  const urlsOf = (key: string) => linkUrls(answerOf(answers, key, 'links'))
  const urls = new Set([ITEM, ...segments.map(({ key }) => key)].flatMap(urlsOf))
  return [...urls].map((url, index): Json => {
    const note = noteOf(answers, url)
    return {
      ...about(gold, item, item.externalId && `${item.externalId}#${index + 1}`),
      url,
      ...(note === undefined ? {} : { about: note }),
      segments: segments.filter(({ key }) => urlsOf(key).includes(url)).map(({ text }) => text),
    }
  })
}

/** What somebody noted with the link, of the first place that has it. */
function noteOf(answers: Answers, url: string): Json | undefined {
  const links = Object.values(answers).flatMap((given) => (Array.isArray(given.links) ? given.links : []))
  const notes = links.flatMap((link) => (isJsonRecord(link) && link.url === url ? [link.note] : []))
  return notes.find((note) => typeof note === 'string' && note.trim() !== '')
}

const responses = (gold: GoldRecord, item: Item): Json[] => (keptIn(gold) ? [about(gold, item)] : [])

export const audits: readonly Audit[] = [
  {
    key: 'references',
    title: 'References',
    description:
      'An expert says whether each sampled reference link is free of misinformation and of rumour (FELM 3.6).',
    protocol: 'felm-reference-audit',
    sample: 100,
    records: references,
  },
  {
    key: 'responses',
    title: 'Responses',
    description:
      'Three people say whether each sampled response is safe, and whether it is complete and meaningful (FELM 3.6).',
    protocol: 'felm-response-audit',
    sample: 100,
    records: responses,
  },
]

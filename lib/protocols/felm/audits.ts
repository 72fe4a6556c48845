/** FELM's own checks of its gold (FELM 3.6): 100 references by an expert, 100 responses by three people each. */
import { answerOf } from '@/lib/protocols/completeness'
import { linkUrls } from '@/lib/protocols/links'
import type { Answers, Audit, GoldRecord, Json, Link } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { contentOf } from './content'
import { ITEM, isRemoved, SEGMENTS, segmentsOf } from './labels'

type Item = Parameters<Audit['records']>[1]

/** What a record of either audit says of the response; the id tells records of one item apart. */
function about({ content }: GoldRecord, { externalId, domain, source }: Item, id: string | null) {
  const { prompt, response } = contentOf(content)
  return {
    ...(externalId === null ? {} : { id: id ?? externalId }),
    ...(domain === null ? {} : { domain }),
    ...(source === null ? {} : { source }),
    prompt,
    response,
  }
}

function segmentsIn({ stages }: GoldRecord) {
  const { units = [], answers = {} } = stages[SEGMENTS] ?? {}
  return { answers, segments: segmentsOf({ units }) }
}

/** One record for each page of an item, with the segments that it was given for; none for those of the whole response. */
function references(gold: GoldRecord, item: Item): Json[] {
  const { answers, segments } = segmentsIn(gold)
  if (isRemoved(answers)) return []
  const urls = [ITEM, ...segments.map(({ key }) => key)].flatMap((key) => linkUrls(answerOf(answers, key, 'links')))
  return [...new Set(urls)].map((url, index): Json => {
    const texts = segments.filter(({ key }) => linkUrls(answerOf(answers, key, 'links')).includes(url))
    const note = noteOf(answers, url)
    return {
      ...about(gold, item, `${item.externalId}#${index + 1}`),
      url,
      ...(note === undefined ? {} : { about: note }),
      segments: texts.map(({ text }) => text),
    }
  })
}

/** What somebody noted with the link, of the first place that has it. */
function noteOf(answers: Answers, url: string): string | undefined {
  for (const { links } of Object.values(answers)) {
    if (!Array.isArray(links)) continue
    const link = links.find((each): each is Json & Link => isJsonRecord(each) && each.url === url && 'note' in each)
    if (typeof link?.note === 'string' && link.note.trim() !== '') return link.note
  }
  return undefined
}

function responses(gold: GoldRecord, item: Item): Json[] {
  return isRemoved(segmentsIn(gold).answers) ? [] : [about(gold, item, null)]
}

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

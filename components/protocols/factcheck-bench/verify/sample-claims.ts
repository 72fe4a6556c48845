/** For tests: a response with a claim that has evidence, an opinion, and a claim without evidence. */
import type { Answers, UnitDraft } from '@/lib/protocols/protocol'

export const CONTENT = {
  prompt: 'Tell me of the lighthouse.',
  response: 'It has nine floors. Lovely!',
  source: null,
  evidence: [],
}
export const CLAIM = 'The lighthouse of Arden has nine floors.'

export const claim = (key: string, text: string, type = 'factual'): UnitDraft => ({
  key,
  kind: 'claim',
  text,
  parent: key.split('.')[0],
  data: { type, importance: 'yes', setAside: type === 'factual' ? 'check' : null, from: key },
})
export const passage = (
  key: string,
  text: string,
  url: string | null = `https://www.example.org/${key}`,
): UnitDraft => ({
  key,
  kind: 'evidence',
  text,
  parent: key.split('.').slice(0, 2).join('.'),
  data: { url, query: 'arden lighthouse floors', rank: Number(key.split('e')[1]) },
})
export const sentence = (key: string, text: string, checkworthy: string): UnitDraft => ({
  key,
  kind: 'sentence',
  text,
  data: { decontext: text, checkworthy, importance: 'yes' },
})
export const ITEM: UnitDraft = { key: 'item', kind: 'item', text: CONTENT.prompt }

export const UNITS = [
  ITEM,
  sentence('s1', 'It has nine floors, and it is pretty. ', 'yes'),
  claim('s1.c1', CLAIM),
  passage('s1.c1.e1', 'The lighthouse of Arden has seven floors and a lamp.'),
  passage('s1.c1.e2', 'The lighthouse of Arden has seven floors and a lamp.', 'javascript:alert(1)'),
  passage('s1.c1.e3', 'Arden is a port.', null),
  claim('s1.c2', 'The lighthouse is pretty.', 'opinion'),
  sentence('s2', 'It was built in 1871. ', 'yes'),
  claim('s2.c1', 'The lighthouse of Arden was built in 1871.'),
  sentence('s3', 'Lovely!', 'not_a_claim'),
]
export const JUDGED: Answers = {
  's1.c1.e1': { stance: 'refute' },
  's1.c1.e2': { stance: 'refute' },
  's1.c1.e3': { stance: 'irrelevant' },
}

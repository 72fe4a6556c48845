/** What a text seems to say of a fact, by the words in which the true and the false sentence differ. It cannot read. */
import { numbersIn, saysAnything, telling } from '@/lib/protocols/rules/words'

export interface JudgementHint {
  judgement: 'true' | 'false' | 'neutral' | 'ill-formed'
  score: number
  why: string
}

interface Given {
  completion: string
  contradiction: string
  text: string
}

const wordsOf = (text: string) => new Set([...telling(text), ...numbersIn(text)])

/** True where the text has words of the true sentence alone, false where of the false one alone, else neutral. */
export function lexicalJudgement({ completion, contradiction, text }: Given): JudgementHint {
  if (!saysAnything(text)) return { judgement: 'ill-formed', score: 0.9, why: 'By rules: the text holds no words.' }
  const [right, wrong, said] = [completion, contradiction, text].map(wordsOf)
  const among = (own: ReadonlySet<string> = new Set(), other: ReadonlySet<string> = new Set()) =>
    [...own].filter((word) => !other.has(word) && said?.has(word))
  const [forIt, againstIt] = [among(right, wrong), among(wrong, right)]
  const quoted = (words: string[]) => words.map((word) => `“${word}”`).join(', ')
  if (forIt.length > 0 && againstIt.length === 0)
    return { judgement: 'true', score: 0.3, why: `By rules: it has ${quoted(forIt)} of the true completion only.` }
  if (againstIt.length > 0 && forIt.length === 0)
    return { judgement: 'false', score: 0.3, why: `By rules: it has ${quoted(againstIt)} of the contradiction only.` }
  const why =
    forIt.length > 0 ? 'By rules: it has words of both sentences.' : 'By rules: it has none of the words that differ.'
  return { judgement: 'neutral', score: 0.3, why }
}

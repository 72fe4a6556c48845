import type { Answers, Finding, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { excerpt } from '@/lib/text/excerpt'
import { chosen, ITEM, written } from './fields'
import { standingSentence } from './merge-response'
import { mergeSentence } from './merge-sentences'

/** What the questions by themselves cannot tell: sentences with nothing in them, and deleted ones that still stand. */
export function checkMerge(subject: Subject, answers: Answers): Finding[] {
  const sentences = subject.units.filter(({ kind }) => kind === 'sentence')
  return [...emptySentences(sentences, answers), ...deletedSentences(sentences, answers)]
}

function emptySentences(sentences: readonly UnitDraft[], answers: Answers): Finding[] {
  const message = 'Nothing is left of this sentence. Write what remains of it, or delete it.'
  return sentences
    .filter(({ key }) => chosen(answers, key, 'fate') === 'keep')
    .filter((sentence) => standingSentence(answers, sentence) === '')
    .map(({ key }) => ({ unit: key, question: 'revised', message }))
}

/** Letters and numbers that a text needs, for its standing somewhere to mean something. */
const TELLING_LENGTH = 8
const SHOWN_LENGTH = 80

/** Deleted sentences that the response as it was written by hand holds more often than the sentences that stay do. */
function deletedSentences(sentences: readonly UnitDraft[], answers: Answers): Finding[] {
  const given = written(answers, ITEM, 'response')
  if (given === null) return []
  const response = onOneLine(given)
  const staying = sentences.map((sentence) => onOneLine(standingSentence(answers, sentence))).filter((text) => text)
  return sentences.flatMap((sentence, index) => {
    if (chosen(answers, sentence.key, 'fate') !== 'delete') return []
    const spellings = [written(answers, sentence.key, 'revised') ?? '', mergeSentence(sentence), sentence.text]
    const found = spellings.map(onOneLine).find((text) => {
      const kept = staying.reduce((sum, each) => sum + timesIn(each, text), 0)
      return isTelling(text) && timesIn(response, text) > kept
    })
    if (found === undefined) return []
    const message = `Sentence ${index + 1} is to be deleted, but the revised response still holds it: “${excerpt(found, SHOWN_LENGTH)}” Take it out of the response, or keep the sentence.`
    return [{ unit: ITEM, question: 'response', message }]
  })
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const isTelling = (text: string) => (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= TELLING_LENGTH

/** How often the text stands in another, not as a part of longer words. */
function timesIn(whole: string, text: string): number {
  let times = 0
  for (let at = whole.indexOf(text); text !== '' && at !== -1; at = whole.indexOf(text, at + text.length)) {
    const before = /[\p{L}\p{N}]$/u.test(whole.slice(0, at)) && /^[\p{L}\p{N}]/u.test(text)
    const after = /^[\p{L}\p{N}]/u.test(whole.slice(at + text.length)) && /[\p{L}\p{N}]$/u.test(text)
    if (!before && !after) times += 1
  }
  return times
}

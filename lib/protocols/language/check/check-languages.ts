/** Texts that people read, each given in the language of the file at least. */
import type { Path } from '@/lib/protocols/language/problems'
import type { FileStage, ProtocolFile, Words } from '@/lib/protocols/language/vocabulary'
import { optionsOf } from './define-questions'
import type { ProblemList } from './problem-list'

/** That of texts given in one, where the file does not say. */
export const DEFAULT_LANGUAGE = 'en'

type Check = (words: Words | undefined, path: Path) => void

/** Every text that is given in several languages must have the file's own. */
export function checkLanguages(file: ProtocolFile, problems: ProblemList): void {
  const language = file.language ?? DEFAULT_LANGUAGE
  const check: Check = (words, path) => {
    if (typeof words !== 'object' || Object.hasOwn(words, language)) return
    problems.value(
      path,
      `There is no text in ${language}, the language of the file.`,
      `Add it, or write language: ${Object.keys(words)[0]}.`,
    )
  }
  for (const word of ['title', 'summary', 'item', 'guidelines'] as const) check(file[word], [word])
  for (const [index, { title }] of file.show.entries()) check(title, ['show', index, 'title'])
  for (const [index, { title }] of (file.units ?? []).entries()) check(title, ['units', index, 'title'])
  for (const [index, { says }] of (file.discard ?? []).entries()) check(says, ['discard', index, 'says'])
  for (const [domain, text] of Object.entries(file.domains ?? {})) check(text, ['domains', domain])
  for (const [index, { text }] of (file.label?.values ?? []).entries()) check(text, ['label', 'values', index, 'text'])
  for (const [rule, { title, says }] of Object.entries(file.label?.rules ?? {})) {
    check(title, ['label', 'rules', rule, 'title'])
    check(says, ['label', 'rules', rule, 'says'])
  }
  for (const [index, table] of (file.tables ?? []).entries()) {
    for (const word of ['title', 'says', 'items'] as const) check(table[word], ['tables', index, word])
    for (const word of ['shares', 'classes'] as const)
      for (const [place, { title }] of (table[word] ?? []).entries())
        check(title, ['tables', index, word, place, 'title'])
  }
  checkSteps(file, check)
  checkEvaluations(file, check)
  for (const [index, stage] of file.stages.entries()) checkStage(stage, ['stages', index], check)
}

function checkSteps({ prefill }: ProtocolFile, check: Check): void {
  if (!Array.isArray(prefill)) return
  for (const [index, step] of prefill.entries())
    for (const word of ['title', 'says'] as const) check(step[word], ['prefill', index, word])
}

function checkEvaluations({ evaluate }: ProtocolFile, check: Check): void {
  if (!Array.isArray(evaluate)) return
  for (const [index, { title, says, classes = [] }] of evaluate.entries()) {
    check(title, ['evaluate', index, 'title'])
    check(says, ['evaluate', index, 'says'])
    for (const [place, each] of classes.entries()) check(each.title, ['evaluate', index, 'classes', place, 'title'])
  }
}

function checkStage(stage: FileStage, path: Path, check: Check): void {
  check(stage.title, [...path, 'title'])
  for (const [index, { error, warn }] of (stage.check ?? []).entries()) {
    check(error, [...path, 'check', index, 'error'])
    check(warn, [...path, 'check', index, 'warn'])
  }
  for (const [index, { title, unit, values = [], classes = [] }] of (stage.measures ?? []).entries()) {
    check(title, [...path, 'measures', index, 'title'])
    check(unit, [...path, 'measures', index, 'unit'])
    for (const [place, each] of classes.entries())
      check(each.title, [...path, 'measures', index, 'classes', place, 'title'])
    for (const [place, { text }] of values.entries()) check(text, [...path, 'measures', index, 'values', place, 'text'])
  }
  for (const [index, question] of stage.questions.entries()) {
    const questionPath = [...path, 'questions', index]
    check(question.ask, [...questionPath, 'ask'])
    check(question.title, [...questionPath, 'title'])
    check(question.section, [...questionPath, 'section'])
    for (const option of optionsOf(question, questionPath)) {
      check(option.says, [...option.path, 'says'])
      check(option.text, [...option.path, 'text'])
    }
  }
}

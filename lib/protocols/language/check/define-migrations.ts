/** What a file says about answers given under earlier versions, as far as it can be checked without them. */
import type { MigrationDefinition } from '@/lib/protocols/language/definition'
import { idOf } from '@/lib/protocols/language/migrate'
import { suggestion } from '@/lib/protocols/language/problems'
import type { FileMigration, ProtocolFile } from '@/lib/protocols/language/vocabulary'
import type { ProblemList } from './problem-list'

export const migrationsOf = (migrate: Readonly<Record<string, FileMigration>>): MigrationDefinition[] =>
  Object.entries(migrate).map(([version, { rename = {}, ask = [], drop = [], toSet }]) => ({
    from: Number(version),
    rename: Object.entries(rename).map(([question, to]) =>
      typeof to === 'string'
        ? { question, to, values: [] }
        : { question, to: null, values: Object.entries(to).map(([from, value]) => [from, value] as const) },
    ),
    ask,
    drop: drop.flatMap((entry): MigrationDefinition['drop'][number][] =>
      typeof entry === 'string'
        ? [{ question: entry, values: null }]
        : Object.entries(entry).map(([question, values]) => ({ question, values })),
    ),
    ...(toSet ? { toSet } : {}),
  }))

export function checkMigrations(file: ProtocolFile, problems: ProblemList): void {
  const names = file.stages.flatMap(({ id, questions }) => questions.map((question) => `${id}.${question.id}`))
  const isKnown = (name: string) => names.some((questionName) => questionName === name || idOf(questionName) === name)
  for (const [version, { rename = {}, ask = [], drop = [], toSet = [] }] of Object.entries(file.migrate ?? {})) {
    const path = ['migrate', version]
    if (Number(version) >= file.version)
      problems.key(path, `Version ${version} is not earlier than ${file.version}.`, 'Name an earlier version.')
    for (const [name, to] of Object.entries(rename))
      if (typeof to === 'string' && !isKnown(to))
        problems.value([...path, 'rename', name], `There is no question "${to}".`, suggestion(to, names, 'question'))
    for (const [index, name] of ask.entries())
      if (!isKnown(name))
        problems.value([...path, 'ask', index], `There is no question "${name}".`, suggestion(name, names, 'question'))
    for (const [index, name] of toSet.entries())
      if (!isKnown(name))
        problems.value(
          [...path, 'toSet', index],
          `There is no question "${name}".`,
          suggestion(name, names, 'question'),
        )
    problems.twice(
      toSet.map((name, index) => ({ name: idOf(name), path: [...path, 'toSet', index] })),
      'question that becomes a set',
    )
    const targets = Object.entries(rename).flatMap(([name, to]) =>
      typeof to === 'string' ? [{ name: to, path: [...path, 'rename', name] }] : [],
    )
    problems.twice(targets, 'question')
    const whole = drop.flatMap((entry, index) =>
      typeof entry === 'string' ? [{ name: idOf(entry), path: [...path, 'drop', index] }] : [],
    )
    problems.twice(whole, 'question that no longer counts')
    for (const { name, path: at } of whole)
      if (Object.keys(rename).some((renamed) => idOf(renamed) === name))
        problems.value(at, `"${name}" is renamed and no longer counts.`, 'Keep one of the two.')
  }
}

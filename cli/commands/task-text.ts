import { table } from '@/cli/output'
import type { EvaluationTask } from '@/lib/protocols/evaluation'

/** A task with the fields of its lines, as the terminal shows it. */
export function taskText({ key, title, summary, stage, fields, example, parameters, source }: EvaluationTask): string {
  const settings = Object.entries(parameters.shape).map(([name, schema]) => [name, titleOf(schema)])
  return [
    `${key}: ${title}`,
    `${summary} ${stage === null ? 'The predictions bring everything along.' : `Needs gold of the stage "${stage}".`}`,
    `(${source.paper}, ${source.section})`,
    table(
      ['FIELD', '', 'MEANING'],
      fields.map(({ name, required, text }) => [name, required ? 'needed' : '', text]),
    ),
    ...(settings.length > 0 ? [table(['SETTING', 'MEANING'], settings)] : []),
    ...example,
  ].join('\n')
}

function titleOf(schema: unknown): string {
  const meta = typeof schema === 'object' && schema !== null && 'meta' in schema ? schema.meta : undefined
  const stated: unknown = typeof meta === 'function' ? meta.call(schema) : undefined
  const has = (value: unknown): value is { title?: unknown; description?: unknown } =>
    typeof value === 'object' && value !== null
  if (!has(stated)) return ''
  return [stated.title, stated.description].filter((each) => typeof each === 'string').join('. ')
}

/** Values that count as one, in agreement, in tables and in what systems are scored on. */
import type { ClassDefinition, OptionDefinition } from '@/lib/protocols/language/definition'
import { type Path, suggestion } from '@/lib/protocols/language/problems'
import type { FileClass } from '@/lib/protocols/language/vocabulary'
import type { ProblemList } from './problem-list'

/** Every class holds values that there are, and no value is in two. `of`: what has the values. */
export function checkClasses(
  classes: readonly FileClass[],
  { of, values }: { of: string; values: readonly string[] },
  path: Path,
  problems: ProblemList,
): void {
  const inClass = new Map<string, string>()
  problems.twice(
    classes.map(({ value }, place) => ({ name: String(value), path: [...path, place, 'value'] })),
    'class',
  )
  for (const [place, { value: name, of: held }] of classes.entries()) {
    for (const [at, value] of held.entries()) {
      const where = [...path, place, 'of', at]
      const other = inClass.get(String(value))
      if (!values.includes(String(value)))
        problems.value(where, `"${of}" has no value "${value}".`, suggestion(String(value), values, 'value'))
      else if (other !== undefined)
        problems.value(where, `"${value}" counts as "${other}" already.`, 'Let each value count as one class.')
      inClass.set(String(value), String(name))
    }
    // Who says this name would mean the one or the other.
    if (values.includes(String(name)) && !held.map(String).includes(String(name)))
      problems.value(
        [...path, place, 'value'],
        `"${name}" is the name of a value that does not count as it.`,
        'Give the class another name.',
      )
  }
}

/** Classes as they are counted: a class that is called as one of the options has the words of that, and what is of one tone has that tone. */
export const classesOf = (
  classes: readonly FileClass[],
  options: readonly Pick<OptionDefinition, 'value' | 'text' | 'tone'>[],
): ClassDefinition[] =>
  classes.map(({ value, title, tone, of }) => {
    const classOptions = options.filter((option) => of.some((each) => String(each) === String(option.value)))
    const tones = [...new Set(classOptions.map((option) => option.tone))]
    const valueOption = options.find((option) => String(option.value) === String(value))
    return {
      value: String(value),
      title: title ?? valueOption?.text ?? String(value),
      tone: tone ?? (tones.length === 1 ? (tones[0] ?? 'neutral') : 'neutral'),
      of: of.map(String),
    }
  })

/** What expressions may speak of at a place of the file, and what of it they do speak of. */
import { ITEM } from '@/lib/protocols/language/definition'
import type { Declarations, TypeName } from '@/lib/protocols/language/expressions/parse-expression'
import type { Tree } from '@/lib/protocols/language/expressions/tree'
import { partsOfTree } from '@/lib/protocols/language/expressions/tree'
import { suggestion } from '@/lib/protocols/language/problems'
import type { FileQuestion, OptionValue } from '@/lib/protocols/language/vocabulary'

/** A question as far as expressions are concerned. */
export interface NamedQuestion {
  id: string
  on: string
  form: FileQuestion['form']
  /** What can be chosen; empty where anything can be written. */
  values: readonly OptionValue[]
  /** The place of its stage and its own among the stage's questions. */
  stage: number
  place: number
  /** Of a list: the kind of its entries. */
  lists?: string
  /** Of a pick: the kind of unit that is picked from. */
  picks?: string
  /** Its answer is the text of the entry that it is about, or says where that stands. */
  isText?: true
}

export interface Vocabulary {
  questions: readonly NamedQuestion[]
  /** Kinds of unit without the item, each behind the one that it is part of. */
  units: readonly { id: string; of: string | null }[]
  content: readonly string[]
  /** By stage the kinds of unit that it shows besides the item; null for all. */
  shown: readonly (readonly string[] | null)[]
}

/** Where an expression stands: in a stage, or before it, where the units that it shows are chosen. */
export type Standing = 'within' | 'before'

/** All units of a kind together. */
export const listName = (kind: string): string => `${kind}s`

/** The name of a unit's text among its fields. */
export const TEXT = 'text'

const typeName = (kind: string) => `unit_${kind}`

function typeOf({ form, values, lists, picks }: NamedQuestion): TypeName {
  // What is said instead of picking is a value, and what is picked are units.
  if (form === 'pick') return values.length > 0 ? 'dyn' : `list<${typeName(picks ?? '')}>`
  if (form === 'list') return `list<${typeName(lists ?? '')}>`
  if (form === 'flag') return 'bool'
  if (form === 'number') return 'double'
  if (form === 'text') return 'string'
  if (form === 'links' || form === 'span') return 'list<dyn>'
  const one = valueType(values)
  return form === 'set' || form === 'rank' ? `list<${one}>` : one
}

function valueType(values: readonly OptionValue[]): TypeName {
  const kinds = new Set(values.map((value) => typeof value))
  if (kinds.size !== 1) return 'dyn'
  return kinds.has('string') ? 'string' : kinds.has('number') ? 'double' : 'bool'
}

/** Kinds whose units hold units of this kind, the nearest first. */
function wholesOf(kind: string, units: Vocabulary['units']): string[] {
  const of = units.find(({ id }) => id === kind)?.of ?? null
  return of === null || of === ITEM || !units.some(({ id }) => id === of) ? [] : [of, ...wholesOf(of, units)]
}

/**
 * What may be named in a stage, about a unit of this kind; questions of later stages, what these list, and kinds that the stage does not show, with what picks from them, are
 * not known.
 */
export function declarationsFor(
  vocabulary: Vocabulary,
  stage: number,
  kind: string,
  standing: Standing = 'within',
): Declarations {
  const last = standing === 'within' ? stage : stage - 1
  const shownKinds = standing === 'within' ? (vocabulary.shown[stage] ?? null) : null
  const units = vocabulary.units.filter(
    ({ id }) => (listOf(vocabulary, id)?.stage ?? 0) <= last && (shownKinds?.includes(id) ?? true),
  )
  const kinds = [...units.map(({ id }) => id).toReversed(), ITEM]
  const isNamed = ({ lists, picks = lists }: NamedQuestion) =>
    picks === undefined || units.some(({ id }) => id === picks)
  const types = new Map(
    kinds.map((each) => {
      const visibleQuestions = vocabulary.questions.filter(
        (question) => question.on === each && question.stage <= last && isNamed(question),
      )
      const parts = units.filter(({ of }) => of === each)
      return [
        typeName(each),
        {
          ...(each === ITEM ? {} : { [TEXT]: 'string' }),
          ...Object.fromEntries(visibleQuestions.map((question) => [question.id, typeOf(question)])),
          ...Object.fromEntries(parts.map(({ id }) => [listName(id), `list<${typeName(id)}>`])),
        },
      ]
    }),
  )
  const kindAndWholes = units.some(({ id }) => id === kind) ? [kind, ...wholesOf(kind, units)] : []
  return {
    types,
    names: {
      item: typeName(ITEM),
      content: 'map<string, dyn>',
      ...Object.fromEntries(kindAndWholes.map((each) => [each, typeName(each)])),
      ...Object.fromEntries(units.map(({ id }) => [listName(id), `list<${typeName(id)}>`])),
    },
  }
}

/** The question whose entries are units of this kind. */
const listOf = ({ questions }: Vocabulary, kind: string): NamedQuestion | undefined =>
  questions.find(({ lists }) => lists === kind)

/** What an expression looks at. */
export interface Looks {
  questions: Set<NamedQuestion>
  content: Set<string>
  /** Does it look at the text of a unit? */
  texts: boolean
  problems: { message: string; fix: string }[]
}

/** Units of a kind, one or a list of them. */
type Units = { kind: string; list: boolean } | null

/** What a tree looks at, and what it compares with a value that nobody can choose. */
export function looksOf(tree: Tree, vocabulary: Vocabulary): Looks {
  const looks: Looks = { questions: new Set(), content: new Set(), texts: false, problems: [] }
  new Reader(vocabulary, looks).read(tree, new Map())
  return looks
}

type Bound = ReadonlyMap<string, Units>

class Reader {
  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly looks: Looks,
  ) {}

  /** What the tree stands for, as far as it is units. */
  read(tree: Tree, bound: Bound): Units {
    switch (tree.is) {
      case 'name':
        return this.named(tree.name, bound)
      case 'field':
        return this.field(tree.of, tree.name, bound)
      case 'entry': {
        const of = this.read(tree.of, bound)
        this.read(tree.at, bound)
        if (of && !of.list) this.refuse('Answers are named with a dot.', 'Write item.label instead of item["label"].')
        if (tree.of.is === 'name' && tree.of.name === 'content')
          this.refuse('Content is named with a dot.', 'Write content.name instead of content["name"].')
        return of?.list ? { kind: of.kind, list: false } : null
      }
      case 'macro': {
        const list = this.read(tree.list, bound)
        const inner: Bound = new Map([...bound, [tree.name, list ? { kind: list.kind, list: false } : null]])
        this.read(tree.body, inner)
        return tree.macro === 'filter' ? list : null
      }
      case 'operator':
        this.compare(tree, bound)
        this.read(tree.left, bound)
        this.read(tree.right, bound)
        return null
      case 'if': {
        this.read(tree.test, bound)
        const yes = this.read(tree.yes, bound)
        this.read(tree.no, bound)
        return yes
      }
      case 'value':
      case 'list':
      case 'and':
      case 'or':
      case 'not':
      case 'minus':
      case 'function':
        for (const part of partsOfTree(tree)) this.read(part, bound)
        return null
    }
  }

  private named(name: string, bound: Bound): Units {
    if (bound.has(name)) return bound.get(name) ?? null
    if (name === ITEM) return { kind: ITEM, list: false }
    for (const { id } of this.vocabulary.units) {
      if (name === id) return { kind: id, list: false }
      if (name === listName(id)) return this.all(id)
    }
    return null
  }

  private field(of: Tree, name: string, bound: Bound): Units {
    const whole = this.read(of, bound)
    if (of.is === 'name' && of.name === 'content' && !bound.has('content')) {
      this.looks.content.add(name)
      if (!this.vocabulary.content.includes(name))
        this.refuse(`There is no content called "${name}".`, suggestion(name, this.vocabulary.content, 'content'))
      return null
    }
    // The words of a span are a text.
    if (!whole && name === TEXT) this.looks.texts = true
    if (!whole || whole.list) return null
    const question = this.question(whole.kind, name)
    if (question) this.looks.questions.add(question)
    if (question?.lists !== undefined) return this.all(question.lists)
    if (question?.picks !== undefined) return { kind: question.picks, list: true }
    if (name === TEXT) this.readText(whole.kind)
    const part = this.vocabulary.units.find((unit) => unit.of === whole.kind && listName(unit.id) === name)
    return part ? this.all(part.id) : null
  }

  /** The text of a listed unit is there only once somebody has written it. */
  private readText(kind: string): void {
    this.looks.texts = true
    const text = this.vocabulary.questions.find(({ on, isText }) => on === kind && isText)
    if (text) this.looks.questions.add(text)
  }

  /** All units of a kind; there are those that a list holds only with its answer. */
  private all(kind: string): Units {
    const list = listOf(this.vocabulary, kind)
    if (list) this.looks.questions.add(list)
    return { kind, list: true }
  }

  private question(kind: string, id: string): NamedQuestion | undefined {
    return this.vocabulary.questions.find((question) => question.on === kind && question.id === id)
  }

  /** Values beside an answer have to be among those that can be chosen. */
  private compare(tree: Tree & { is: 'operator' }, bound: Bound): void {
    const { operator, left, right } = tree
    if (operator === '==' || operator === '!=') {
      this.expectValues(this.asked(left, bound), [right])
      this.expectValues(this.asked(right, bound), [left])
    }
    if (operator === 'in' && right.is === 'list') this.expectValues(this.asked(left, bound), right.entries)
    if (operator === 'in') {
      const askedQuestion = this.asked(right, bound)
      if (askedQuestion?.form === 'set' || askedQuestion?.form === 'rank') this.expectValues(askedQuestion, [left])
    }
  }

  private asked(tree: Tree, bound: Bound): NamedQuestion | undefined {
    if (tree.is !== 'field') return undefined
    const looks: Looks = { questions: new Set(), content: new Set(), texts: false, problems: [] }
    const whole = new Reader(this.vocabulary, looks).read(tree.of, bound)
    return whole && !whole.list ? this.question(whole.kind, tree.name) : undefined
  }

  private expectValues(question: NamedQuestion | undefined, trees: readonly Tree[]): void {
    if (!question || question.values.length === 0) return
    for (const tree of trees) {
      if (tree.is !== 'value' || tree.value === null || question.values.some((value) => value === tree.value)) continue
      const valueTexts = question.values.map(String)
      this.refuse(
        `Nobody can choose ${JSON.stringify(tree.value)} for "${question.id}".`,
        suggestion(String(tree.value), valueTexts, 'value'),
      )
    }
  }

  private refuse(message: string, fix: string): void {
    this.looks.problems.push({ message, fix })
  }
}

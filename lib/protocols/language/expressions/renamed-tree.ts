/** An expression in which questions and their values have other names. Pure. */
import type { Json } from '@/lib/protocols/answers'
import type { Tree } from './tree'

interface Renaming {
  /** The id of the question. */
  from: string
  to: string
  values: readonly (readonly [from: Json, to: Json])[]
  /** It was a choice and is a set: what was equal to a value holds it. */
  toSet?: boolean
}

/**
 * Ids of questions are unique in a file, so that a field of this name is the question unless it is one of the content. Values have their new
 * name only where they are compared with the question itself.
 */
export function renamedTree(tree: Tree, renamings: readonly Renaming[]): Tree {
  if (renamings.length === 0) return tree
  const of = (each: Tree) => renamedTree(each, renamings)
  switch (tree.is) {
    case 'value':
    case 'name':
      return tree
    case 'field': {
      const isContent = tree.of.is === 'name' && tree.of.name === 'content'
      const found = isContent ? undefined : renamings.find(({ from }) => from === tree.name)
      return { ...tree, of: of(tree.of), name: found?.to ?? tree.name }
    }
    case 'entry':
      return { ...tree, of: of(tree.of), at: of(tree.at) }
    case 'list':
      return { ...tree, entries: tree.entries.map(of) }
    case 'and':
    case 'or':
      return { ...tree, left: of(tree.left), right: of(tree.right) }
    case 'not':
    case 'minus':
      return { ...tree, of: of(tree.of) }
    case 'if':
      return { ...tree, test: of(tree.test), yes: of(tree.yes), no: of(tree.no) }
    case 'operator': {
      const compared = renamings.find(({ from }) => isField(tree.left, from) || isField(tree.right, from))
      const side = (each: Tree) => (compared ? withValues(of(each), compared.values) : of(each))
      const renamed = { ...tree, left: side(tree.left), right: side(tree.right) }
      return compared?.toSet ? asHeld(renamed, isField(tree.left, compared.from)) : renamed
    }
    case 'macro':
      return { ...tree, list: of(tree.list), body: of(tree.body) }
    case 'function':
      return { ...tree, values: tree.values.map(of) }
  }
}

/** A comparison of a choice with a value, said of a set that holds it. */
function asHeld(tree: Tree & { is: 'operator' }, isLeft: boolean): Tree {
  const [field, value] = isLeft ? [tree.left, tree.right] : [tree.right, tree.left]
  if (value.is !== 'value' || value.value === null || (tree.operator !== '==' && tree.operator !== '!=')) return tree
  const membership: Tree = { ...tree, operator: 'in', left: value, right: field }
  return tree.operator === '==' ? membership : { is: 'not', of: membership }
}

const isField = (tree: Tree, name: string): boolean =>
  tree.is === 'field' && tree.name === name && !(tree.of.is === 'name' && tree.of.name === 'content')

/** A value, or those of a list that is written out; what becomes the same value stands once. */
function withValues(tree: Tree, values: Renaming['values']): Tree {
  if (tree.is === 'value') {
    const found = values.find(([from]) => from === tree.value)
    return found ? { ...tree, value: found[1] } : tree
  }
  if (tree.is !== 'list') return tree
  const entries = tree.entries.map((entry) => withValues(entry, values))
  const written = entries.map((entry) => JSON.stringify(entry))
  return { ...tree, entries: entries.filter((_, index) => written.indexOf(written[index] ?? '') === index) }
}

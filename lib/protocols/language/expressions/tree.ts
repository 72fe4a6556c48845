/** A checked expression: what is shipped to browsers and kept with a protocol. Plain JSON. */
import type { Json } from '@/lib/protocols/answers'

export const comparisons = ['==', '!=', '<', '<=', '>', '>=', 'in'] as const
export const arithmetic = ['+', '-', '*', '/', '%'] as const
export type Operator = (typeof comparisons)[number] | (typeof arithmetic)[number]

/** What goes through a list: for each entry under a name, something is asked or made of it. */
export const macros = ['all', 'exists', 'exists_one', 'filter', 'map'] as const
export type Macro = (typeof macros)[number]

/** Functions by name, as `f(x)` or `x.f()`, with how they are written. */
export const functions = {
  size: 'size(list or text)',
  startsWith: 'text.startsWith(text)',
  endsWith: 'text.endsWith(text)',
  contains: 'text.contains(text)',
  lowerAscii: 'text.lowerAscii()',
  sum: 'sum(list of numbers)',
  mean: 'mean(list of numbers)',
  least: 'least(list of numbers)',
  greatest: 'greatest(list of numbers)',
  most: 'most(list): the value that stands there most often, null where two do',
  answered: 'answered(value)',
  given: 'given(list of answers, value): the value, null while one of the answers is missing',
  string: 'string(value)',
  double: 'double(value)',
} as const
export type FunctionName = keyof typeof functions

export type Tree =
  | { is: 'value'; value: Json }
  | { is: 'name'; name: string }
  | { is: 'field'; of: Tree; name: string }
  | { is: 'entry'; of: Tree; at: Tree }
  | { is: 'list'; entries: Tree[] }
  | { is: 'and' | 'or'; left: Tree; right: Tree }
  | { is: 'not' | 'minus'; of: Tree }
  | { is: 'if'; test: Tree; yes: Tree; no: Tree }
  | { is: 'operator'; operator: Operator; left: Tree; right: Tree }
  | { is: 'macro'; macro: Macro; list: Tree; name: string; body: Tree }
  | { is: 'function'; name: FunctionName; values: Tree[] }

/** The parts of a tree, in the order in which they are written. */
export function partsOfTree(tree: Tree): Tree[] {
  switch (tree.is) {
    case 'value':
    case 'name':
      return []
    case 'field':
    case 'not':
    case 'minus':
      return [tree.of]
    case 'entry':
      return [tree.of, tree.at]
    case 'list':
      return tree.entries
    case 'and':
    case 'or':
    case 'operator':
      return [tree.left, tree.right]
    case 'if':
      return [tree.test, tree.yes, tree.no]
    case 'macro':
      return [tree.list, tree.body]
    case 'function':
      return tree.values
  }
}

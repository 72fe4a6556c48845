/**
 * Reads an expression in CEL, types it against what is declared, and makes the tree that the evaluator takes. For servers
 * and the command line: the parser stays out of browsers.
 */
import { type ASTNode, Environment } from '@marcbachmann/cel-js'
import { suggestion } from '@/lib/protocols/language/problems'
import { arithmetic, type FunctionName, functions, type Macro, macros, type Tree } from './tree'

/** A type by its name: that of a unit's fields, `list<...>` of a type, or one of these. */
export type TypeName = 'bool' | 'double' | 'string' | 'dyn' | (string & {})

/** What an expression may speak of. */
export interface Declarations {
  /** Types of units, by name, with their fields. A type stands behind those that its fields name. */
  types: ReadonlyMap<string, Readonly<Record<string, TypeName>>>
  /** The names that an expression begins with. */
  names: Readonly<Record<string, TypeName>>
}

/** What is wrong with an expression; `offset`: where, in UTF-16 units of its text. */
export interface ExpressionProblem {
  offset: number
  message: string
  fix: string
}

export type ExpressionReading = { ok: true; tree: Tree; type: string } | { ok: false; problem: ExpressionProblem }

/** The longest expression, in UTF-16 units. */
export const LONGEST_EXPRESSION = 2_000
const LIMITS = { maxAstNodes: 300, maxDepth: 20, maxListElements: 50, maxMapEntries: 1, maxCallArguments: 3 }
/** How deep what goes through lists may stand in each other. */
const DEEPEST_MACROS = 3

/** Reads expressions with these declarations. */
export function expressionReader(declarations: Declarations): (source: string) => ExpressionReading {
  const environment = environmentFor(declarations)
  return (source) => {
    if (source.length > LONGEST_EXPRESSION)
      return refused(
        0,
        `The expression has more than ${LONGEST_EXPRESSION} characters.`,
        'Divide it among several roll-ups.',
      )
    // The parser is called by itself for every bracket that is open.
    if (deepest(source) > LIMITS.maxDepth)
      return refused(0, 'The brackets of the expression are nested too deeply.', 'Say it more simply.')
    try {
      const parsed = environment.parse(source)
      const unknown = firstUnknown(parsed.ast, new Set(), declarations)
      if (unknown) return { ok: false, problem: unknown }
      const tree = treeOf(parsed.ast)
      const checked = environment.check(source)
      if (!checked.valid) return { ok: false, problem: problemOf(checked.error, declarations) }
      if (macroDepth(parsed.ast) > DEEPEST_MACROS)
        return refused(
          0,
          `Expressions over lists are nested more than ${DEEPEST_MACROS} deep.`,
          'Divide it among several roll-ups.',
        )
      return { ok: true, tree, type: checked.type ?? 'dyn' }
    } catch (error) {
      if (error instanceof NotInLanguage) return refused(error.offset, error.message, error.fix)
      return { ok: false, problem: problemOf(error, declarations) }
    }
  }
}

const refused = (offset: number, message: string, fix: string): ExpressionReading => ({
  ok: false,
  problem: { offset, message, fix },
})

function deepest(source: string): number {
  let [depth, most] = [0, 0]
  for (const sign of source) {
    if ('([{'.includes(sign)) depth += 1
    else if (')]}'.includes(sign)) depth -= 1
    most = Math.max(most, depth)
  }
  // Signs and conditions without brackets are read one inside the other as well.
  return most + (/(?:[-!]\s*){15}/.test(source) ? LIMITS.maxDepth : 0)
}

const NUMBERS = ['list<double>', 'list<int>', 'list<dyn>']

function environmentFor({ types, names }: Declarations): Environment {
  const environment = new Environment({
    unlistedVariablesAreDyn: false,
    homogeneousAggregateLiterals: false,
    limits: LIMITS,
  })
  for (const [name, fields] of types) environment.registerType(name, { fields })
  for (const [name, type] of Object.entries(names)) environment.registerVariable(name, type)
  for (const operator of arithmetic) {
    environment.registerOperator(`double ${operator} int: double`, () => 0)
    environment.registerOperator(`int ${operator} double: double`, () => 0)
  }
  for (const type of ['string', 'double', 'bool']) environment.registerOperator(`${type} == null: bool`, () => false)
  environment.registerOperator('double == int: bool', () => false)
  environment.registerOperator('double in list<int>: bool', () => false)
  for (const list of NUMBERS)
    for (const name of ['sum', 'mean', 'least', 'greatest'])
      environment.registerFunction(`${name}(${list}): double`, () => 0)
  environment.registerFunction('most(list<string>): string', () => '')
  environment.registerFunction('most(list<bool>): bool', () => false)
  environment.registerFunction('most(list<double>): double', () => 0)
  environment.registerFunction('most(list<dyn>): dyn', () => null)
  environment.registerFunction('answered(dyn): bool', () => false)
  for (const type of ['bool', 'double', 'string'])
    environment.registerFunction(`given(list, ${type}): ${type}`, () => null)
  return environment
}

class NotInLanguage extends Error {
  override readonly name = 'NotInLanguage'

  constructor(
    readonly offset: number,
    message: string,
    readonly fix: string,
  ) {
    super(message)
  }
}

const isMacro = (name: string): name is Macro => macros.some((each) => each === name)
const isFunction = (name: string): name is FunctionName => Object.hasOwn(functions, name)

/** The tree of a parsed expression. @throws NotInLanguage for what CEL has and a protocol file has not. */
function treeOf(node: ASTNode): Tree {
  const { op, pos } = node
  switch (op) {
    case 'value':
      return { is: 'value', value: literal(node.args, pos) }
    case 'id':
      return { is: 'name', name: node.args }
    case '.':
      return { is: 'field', of: treeOf(node.args[0]), name: node.args[1] }
    case '[]':
      return { is: 'entry', of: treeOf(node.args[0]), at: treeOf(node.args[1]) }
    case 'list':
      return { is: 'list', entries: node.args.map(treeOf) }
    case '&&':
      return { is: 'and', left: treeOf(node.args[0]), right: treeOf(node.args[1]) }
    case '||':
      return { is: 'or', left: treeOf(node.args[0]), right: treeOf(node.args[1]) }
    case '!_':
      return { is: 'not', of: treeOf(node.args) }
    case '-_':
      return { is: 'minus', of: treeOf(node.args) }
    case '?:':
      return { is: 'if', test: treeOf(node.args[0]), yes: treeOf(node.args[1]), no: treeOf(node.args[2]) }
    case 'call':
      return functionTree(node.args[0], node.args[1], pos)
    case 'rcall':
      return methodTree(node.args, pos)
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case 'in':
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return { is: 'operator', operator: op, left: treeOf(node.args[0]), right: treeOf(node.args[1]) }
    case 'map':
    case '.?':
    case '[?]':
      throw new NotInLanguage(pos, `"${op}" is not part of expressions here.`, 'Use lists, fields and the operators.')
  }
}

function literal(value: unknown, offset: number): null | boolean | number | string {
  if (typeof value === 'bigint') {
    if (value >= -BigInt(Number.MAX_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(value)
    throw new NotInLanguage(offset, 'The number is too large.', 'Write a smaller one.')
  }
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new NotInLanguage(offset, 'The number is too large.', 'Write a smaller one.')
  if (value === null || typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string')
    return value
  throw new NotInLanguage(
    offset,
    'Values of this type cannot be used in expressions.',
    'Write a text, a number, true or false.',
  )
}

function methodTree([name, receiver, values]: readonly [string, ASTNode, ASTNode[]], offset: number): Tree {
  const [variable, body, surplus] = values
  if (isMacro(name) && variable?.op === 'id' && body && !surplus)
    return { is: 'macro', macro: name, list: treeOf(receiver), name: variable.args, body: treeOf(body) }
  return functionTree(name, [receiver, ...values], offset)
}

function functionTree(name: string, values: readonly ASTNode[], offset: number): Tree {
  if (isFunction(name)) return { is: 'function', name, values: values.map(treeOf) }
  const functionNames = [...Object.keys(functions), ...macros]
  throw new NotInLanguage(offset, `There is no function "${name}" here.`, suggestion(name, functionNames, 'function'))
}

function macroDepth(node: ASTNode): number {
  const inner = Math.max(0, ...childrenOf(node).map(macroDepth))
  return node.op === 'rcall' && isMacro(node.args[0]) ? inner + 1 : inner
}

function childrenOf(node: ASTNode): ASTNode[] {
  if (node.op === 'value' || node.op === 'id') return []
  if (node.op === 'rcall') return [node.args[1], ...node.args[2]]
  const found: ASTNode[] = []
  const collect = (value: unknown) => {
    if (Array.isArray(value)) value.forEach(collect)
    else if (typeof value === 'object' && value !== null && 'op' in value && 'args' in value)
      found.push(value as ASTNode)
  }
  collect(node.args)
  return found
}

/** The first name that nothing stands for, where the checker would name a type instead of what is near. */
function firstUnknown(node: ASTNode, bound: ReadonlySet<string>, declarations: Declarations): ExpressionProblem | null {
  if (node.op === 'id' && !bound.has(node.args) && !Object.hasOwn(declarations.names, node.args))
    return {
      offset: node.pos,
      message: `Nothing is called "${node.args}" here.`,
      fix: suggestion(node.args, [...bound, ...Object.keys(declarations.names)], 'name'),
    }
  if (node.op === 'rcall' && isMacro(node.args[0]) && node.args[2][0]?.op === 'id') {
    const [, receiver, [variable, ...rest]] = node.args
    const within = new Set([...bound, String(variable?.args)])
    return (
      firstUnknown(receiver, bound, declarations) ??
      rest.map((each) => firstUnknown(each, within, declarations)).find((each) => each !== null) ??
      null
    )
  }
  return (
    childrenOf(node)
      .map((each) => firstUnknown(each, bound, declarations))
      .find((each) => each !== null) ?? null
  )
}

/** What the parser or the checker says, in words of this language. */
function problemOf(error: unknown, { types }: Declarations): ExpressionProblem {
  const { summary, range } = described(error)
  const offset = range?.start ?? 0
  const key = /^No such key: (.+)$/.exec(summary)?.[1]
  if (key !== undefined) {
    const fields = [...new Set([...types.values()].flatMap((each) => Object.keys(each)))]
    return { offset, message: `There is nothing called "${key}" there.`, fix: suggestion(key, fields, 'question') }
  }
  const overload = /^no such overload: (.+)$/i.exec(summary)?.[1]
  if (overload !== undefined)
    return {
      offset,
      message: `These do not go together: ${inWords(overload)}.`,
      fix: 'Compare values of one kind: texts in quotation marks, numbers and true or false without.',
    }
  const fix = 'See docs/protocol-files.md, "Expressions", for what can be said.'
  return { offset, message: `The expression cannot be read: ${inWords(summary).replace(/\.$/, '')}.`, fix }
}

const inWords = (text: string) =>
  text
    .replaceAll(/\b(?:double|int)\b/g, 'number')
    .replaceAll(/\bstring\b/g, 'text')
    .replaceAll(/\bbool\b/g, 'true-or-false')

function described(error: unknown): { summary: string; range: { start: number } | undefined } {
  if (!(error instanceof Error)) return { summary: String(error), range: undefined }
  const { summary, range } = error as Error & { summary?: unknown; range?: { start: number } }
  return { summary: typeof summary === 'string' ? summary : (error.message.split('\n')[0] ?? ''), range }
}

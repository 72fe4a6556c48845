/** JSON as Python's `json.dumps` writes it, by which the authors of the sets wrote their files. Numbers and the order of fields stay. */

export interface PythonWay {
  /** Left out: one line. */
  indent?: number
  /** Characters beyond ASCII are escaped unless this is false. */
  ascii?: boolean
  /** Left out: a blank behind commas and colons. */
  compact?: boolean
  /** Slashes are escaped, as in PHP. */
  slashes?: boolean
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gs
const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\f': '\\f',
  '\b': '\\b',
}

function stringOf(token: string, { ascii = true, slashes = false }: PythonWay): string {
  const escaped = (character: string) =>
    SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  const text = (JSON.parse(token) as string).replace(ascii ? /["\\]|[^ -~]/g : /["\\]|[^ -\uffff]/g, escaped)
  return `"${slashes ? text.replaceAll('/', '\\/') : text}"`
}

/** The same JSON in this way of writing. */
export function asPythonWrites(json: string, way: PythonWay): string {
  const tokens = json.match(TOKEN) ?? []
  const { indent, compact = false } = way
  const lineAt = (depth: number) => (indent === undefined ? '' : `\n${' '.repeat(indent * depth)}`)
  const comma = indent !== undefined || compact ? ',' : ', '
  let depth = 0
  return tokens
    .map((token, index) => {
      if (token === '{' || token === '[') {
        const isEmpty = /^[}\]]$/.test(tokens[index + 1] ?? '')
        depth += 1
        return isEmpty ? token : `${token}${lineAt(depth)}`
      }
      if (token === '}' || token === ']') {
        depth -= 1
        return /^[{[]$/.test(tokens[index - 1] ?? '') ? token : `${lineAt(depth)}${token}`
      }
      if (token === ',') return `${comma}${lineAt(depth)}`
      if (token === ':') return compact ? ':' : ': '
      return token.startsWith('"') ? stringOf(token, way) : token
    })
    .join('')
}

/**
 * The text with numbers as JavaScript writes them: 1 for 1.0, which Python writes for a float. Exports keep how a number was written only where
 * digits would be lost.
 */
export const withShortNumbers = (json: string): string =>
  json.replace(/"(?:[^"\\]|\\.)*"|-?\d+\.\d*0(?!\d)/gs, (token) =>
    token.startsWith('"') ? token : String(Number(token)),
  )

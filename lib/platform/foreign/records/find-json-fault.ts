/** JSON.parse does not always say where it stopped; this walks the tokens of a text that it refused, to tell people. */

export interface JsonFault {
  /** Offset of the first character that cannot stand there; the text's length when it ends too early. */
  at: number
  /** Completes the sentence "This is not JSON: ...". */
  reason: string
}

const TOKEN =
  /[ \t\r\n]*(?:("[ !#-[\]-\u{10ffff}]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\u{10ffff}]*)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|true|false|null)|([{}[\],:]))/uy

type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'comma' | 'end'

const WANTED: Record<Expected, string> = {
  value: 'a value is missing',
  'value or ]': 'a value is missing',
  name: 'a field name in double quotes is missing',
  'name or }': 'a field name in double quotes is missing',
  colon: 'a colon is missing after the field name',
  comma: 'a comma or closing bracket is missing',
  end: 'something stands after the record',
}

/** Where and why a text is not JSON. Only for texts that JSON.parse refused. */
export function findJsonFault(text: string): JsonFault {
  const open: string[] = []
  let expected: Expected = 'value'
  let at = 0
  for (;;) {
    TOKEN.lastIndex = at
    const match = TOKEN.exec(text)
    const start = at + (/^[ \t\r\n]*/.exec(text.slice(at, at + 10_000))?.[0].length ?? 0)
    if (!match) return brokenToken(text, start, expected)
    const next = follow(expected, match[1] !== undefined, match[2] !== undefined, match[3] ?? '', open)
    if (!next) return { at: start, reason: WANTED[expected] }
    expected = next
    at = TOKEN.lastIndex
  }
}

function brokenToken(text: string, start: number, expected: Expected): JsonFault {
  if (start >= text.length) return { at: text.length, reason: 'the text ends too early' }
  if (text[start] !== '"') return { at: start, reason: WANTED[expected] }
  const rest =
    /^"[ !#-[\]-\u{10ffff}]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\u{10ffff}]*)*/u.exec(text.slice(start))?.[0]
      .length ?? 1
  const at = start + rest
  if (at >= text.length || /^\\(?:u[\da-fA-F]{0,3})?$/.test(text.slice(at))) {
    return { at: text.length, reason: 'a text is never closed' }
  }
  if (text[at] === '\\') return { at, reason: 'a backslash is followed by a letter that JSON does not know' }
  return { at, reason: 'a text is not closed on its line, or contains a control character' }
}

/** The state after a token, or null when it cannot stand here. `open` is the stack of brackets. */
function follow(expected: Expected, isText: boolean, isWord: boolean, mark: string, open: string[]): Expected | null {
  const after = () => (open.length > 0 ? 'comma' : 'end')
  if (expected === 'colon') return mark === ':' ? 'value' : null
  if (expected === 'name' || expected === 'name or }') {
    if (isText) return 'colon'
    return mark === '}' && expected === 'name or }' ? close(open, after) : null
  }
  if (expected === 'comma') {
    const closing = open.at(-1) === '{' ? '}' : ']'
    if (mark === closing) return close(open, after)
    return mark === ',' ? (open.at(-1) === '{' ? 'name' : 'value') : null
  }
  if (expected === 'end') return null
  if (isText || isWord) return after()
  if (mark === ']' && expected === 'value or ]') return close(open, after)
  if (mark !== '{' && mark !== '[') return null
  open.push(mark)
  return mark === '{' ? 'name or }' : 'value or ]'
}

function close(open: string[], after: () => Expected): Expected {
  open.pop()
  return after()
}

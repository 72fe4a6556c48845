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
  let offset = 0
  for (;;) {
    TOKEN.lastIndex = offset
    const match = TOKEN.exec(text)
    const start = offset + (/^[ \t\r\n]*/.exec(text.slice(offset, offset + 10_000))?.[0].length ?? 0)
    if (!match) return brokenToken(text, start, expected)
    const [, quoted, word, mark = ''] = match
    const next = follow(expected, { isText: quoted !== undefined, isWord: word !== undefined, mark }, open)
    if (!next) return { at: start, reason: WANTED[expected] }
    expected = next
    offset = TOKEN.lastIndex
  }
}

function brokenToken(text: string, start: number, expected: Expected): JsonFault {
  if (start >= text.length) return { at: text.length, reason: 'the text ends too early' }
  if (text[start] !== '"') return { at: start, reason: WANTED[expected] }
  const rest =
    /^"[ !#-[\]-\u{10ffff}]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\u{10ffff}]*)*/u.exec(text.slice(start))?.[0]
      .length ?? 1
  const offset = start + rest
  if (offset >= text.length || /^\\(?:u[\da-fA-F]{0,3})?$/.test(text.slice(offset))) {
    return { at: text.length, reason: 'a text is never closed' }
  }
  if (text[offset] === '\\')
    return { at: offset, reason: 'a backslash is followed by a letter that JSON does not know' }
  return { at: offset, reason: 'a text is not closed on its line, or contains a control character' }
}

interface Token {
  isText: boolean
  isWord: boolean
  /** The bracket, comma or colon; empty for the others. */
  mark: string
}

/** The state after a token, or null when it cannot stand here. `open` is the stack of brackets. */
function follow(expected: Expected, token: Token, open: string[]): Expected | null {
  switch (expected) {
    case 'colon':
      return token.mark === ':' ? 'value' : null
    case 'name':
      return token.isText ? 'colon' : null
    case 'name or }':
      if (token.isText) return 'colon'
      return token.mark === '}' ? close(open) : null
    case 'comma':
      return followValue(token.mark, open)
    case 'value':
      return begin(token, open)
    case 'value or ]':
      return token.mark === ']' ? close(open) : begin(token, open)
    case 'end':
      return null
  }
}

/** Behind a value inside of brackets. */
function followValue(mark: string, open: string[]): Expected | null {
  const isObject = open.at(-1) === '{'
  if (mark === (isObject ? '}' : ']')) return close(open)
  if (mark !== ',') return null
  return isObject ? 'name' : 'value'
}

/** A value, or the bracket that begins one. */
function begin({ isText, isWord, mark }: Token, open: string[]): Expected | null {
  if (isText || isWord) return after(open)
  if (mark !== '{' && mark !== '[') return null
  open.push(mark)
  return mark === '{' ? 'name or }' : 'value or ]'
}

const after = (open: readonly string[]): Expected => (open.length > 0 ? 'comma' : 'end')

function close(open: string[]): Expected {
  open.pop()
  return after(open)
}

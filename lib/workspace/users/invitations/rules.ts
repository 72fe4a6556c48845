/** Reads a pasted list of people to invite: addresses with roles, as people keep them in mails, tables and notes. Pure. */
import { emailSchema } from '@/lib/workspace/users/contract'
import { type Role, roleSchema, roles } from '@/lib/workspace/users/members/contract'
import { MOST_AT_ONCE } from './contract'

export interface ReadPerson {
  line: number
  email: string
  role: Role
}
export interface AddressProblem {
  line: number
  problem: string
}
export interface ReadAddresses {
  people: ReadPerson[]
  problems: AddressProblem[]
}

type Found = { email: string; role: Role | null } | { problem: string }

/** What a column is for, by the word at its head. */
const HEADS: Readonly<Record<string, 'email' | 'role' | 'name'>> = {
  email: 'email',
  'e-mail': 'email',
  'e-mail address': 'email',
  'email address': 'email',
  address: 'email',
  mail: 'email',
  role: 'role',
  name: 'name',
}

/**
 * Each line holds one person, or several addresses; commas, semicolons and tabs separate, and names beside addresses are
 * passed over. A first line that names columns says where everything stands. Who has no role gets `standard`.
 */
export function readAddresses(text: string, standard: Role): ReadAddresses {
  const lines = text.split(/\r\n|\r|\n/).map((line, index) => ({ line: index + 1, cells: splitCells(line) }))
  const written = lines.filter(({ cells }) => cells.some((cell) => cell !== ''))
  const columns = written[0] ? readHead(written[0].cells) : null
  const people: ReadPerson[] = []
  const problems: AddressProblem[] = []
  const first = new Map<string, number>()
  for (const { line, cells } of columns ? written.slice(1) : written)
    for (const found of columns ? [readRow(cells, columns)] : readCells(cells)) {
      if ('problem' in found) problems.push({ line, problem: found.problem })
      else if (first.has(found.email))
        problems.push({ line, problem: `${found.email} stands on line ${first.get(found.email)} already.` })
      else {
        first.set(found.email, line)
        people.push({ line, email: found.email, role: found.role ?? standard })
      }
    }
  for (const { line } of people.splice(MOST_AT_ONCE))
    problems.push({ line, problem: `At most ${MOST_AT_ONCE} people are invited at once.` })
  return { people, problems: problems.toSorted((a, b) => a.line - b.line) }
}

/** Cells of a line, trimmed; a separator within quotation marks separates nothing. */
function splitCells(line: string): string[] {
  const cells = ['']
  let quoted = false
  for (const character of line) {
    if (character === '"') quoted = !quoted
    else if (!quoted && /[,;\t]/.test(character)) cells.push('')
    else cells[cells.length - 1] += character
  }
  return cells.map((cell) => cell.trim())
}

type Column = (typeof HEADS)[string] | null

function readHead(cells: readonly string[]): Column[] | null {
  const columns = cells.map((cell) => HEADS[cell.toLowerCase()] ?? null)
  return columns.includes('email') && !cells.some((cell) => cell.includes('@')) ? columns : null
}

function readRow(cells: readonly string[], columns: readonly Column[]): Found {
  const cellIn = (column: Column) => cells[columns.indexOf(column)] ?? ''
  const address = readAddress(cellIn('email'))
  if ('problem' in address) return address
  const word = columns.includes('role') ? cellIn('role') : ''
  const role = word === '' ? null : readRole(word)
  return role === undefined ? { problem: noRole(word) } : { email: address.email, role: role ?? address.role }
}

/** Without a head: what is before an address is a name, what comes after it is its role. */
function readCells(cells: readonly string[]): Found[] {
  const found: Found[] = []
  let open: { email: string; role: Role | null } | null = null
  for (const cell of cells.filter((each) => each !== '')) {
    const role = readRole(cell)
    if (cell.includes('@')) {
      const address = readAddress(cell)
      open = 'problem' in address ? null : address
      found.push(address)
    } else if (open && role) open.role = role
    else if (open) {
      found[found.length - 1] = { problem: noRole(cell) }
      open = null
    }
  }
  return found.length > 0 ? found : [{ problem: 'There is no e-mail address on this line.' }]
}

/** "ana@uni.example", "Ana <ana@uni.example>", "Ana Ruiz ana@uni.example reviewer" */
function readAddress(cell: string): Found {
  const bracketed = /<([^<>]*)>\s*(.*)$/.exec(cell)
  const words = cell.split(/\s+/)
  const addressIndex = words.findIndex((word) => word.includes('@'))
  const written = bracketed?.[1] ?? words[addressIndex] ?? cell
  const rest = bracketed ? (bracketed[2] ?? '') : words.slice(addressIndex + 1).join(' ')
  const email = emailSchema.safeParse(written)
  if (!email.success)
    return { problem: written === '' ? 'There is no e-mail address.' : `“${written}” is no e-mail address.` }
  const role = rest === '' ? null : readRole(rest)
  return role === undefined ? { problem: noRole(rest) } : { email: email.data, role }
}

/** Undefined where the word names no role. */
const readRole = (word: string): Role | undefined => roleSchema.safeParse(word.toLowerCase().replace(/s$/, '')).data

const noRole = (word: string) => `“${word}” is no role: ${roles.slice(0, -1).join(', ')} or ${roles.at(-1)}.`

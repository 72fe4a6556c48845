import type { ItemsQueryInput } from '@/lib/workspace/items/contract'

const NUMBER = /^[1-9]\d{0,8}$/
const SHORTEST = 2

/** What is asked of the items of a project: by their number, else by words; null: too little to look for. */
export function askedItems(text: string): ItemsQueryInput | null {
  const searchText = text.trim()
  if (NUMBER.test(searchText)) return { ids: searchText }
  return searchText.length < SHORTEST ? null : { q: searchText }
}

interface Reader {
  isAdmin: boolean
  createsProjects: boolean
  /** A project at least. */
  manages: boolean
}

/** Pages outside of projects. */
export const workspacePages = ({ isAdmin, createsProjects, manages }: Reader): [href: string, label: string][] => [
  ['/inbox', 'Inbox'],
  ['/projects', 'Projects'],
  ...(createsProjects ? [['/projects/new', 'New project'] as [string, string]] : []),
  ['/protocols', 'Protocols'],
  ...(createsProjects ? [['/protocols/new', 'Write a protocol'] as [string, string]] : []),
  ['/ratings', 'Check ratings'],
  ['/account', 'Account'],
  ['/account/hours', 'Your hours'],
  ['/docs/api', 'HTTP interface'],
  ...(isAdmin || manages ? [['/teams', 'Teams'] as [string, string]] : []),
  ...(isAdmin
    ? ([
        ['/admin/groups', 'Administration: groups of the identity provider'],
        ['/admin/users', 'Administration: people'],
        ['/admin/audit-log', 'Administration: audit log'],
        ['/admin/keys', 'Administration: provider keys'],
        ['/admin/mail', 'Administration: e-mails'],
      ] as [string, string][])
    : []),
]

const UUID = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}'
const PROJECT = new RegExp(`^/projects/(${UUID})(?:/|$)`)

/** The project that a page belongs to, by its address; null of pages outside projects. */
export const projectIn = (path: string): string | null => PROJECT.exec(path)?.[1] ?? null

/** How well words fit a typed text, as cmdk wants it: 1 where each typed word begins one of them, less where it stands within; 0: not at all. */
export function fitOf(words: string, typed: string): number {
  const within = ` ${words.toLocaleLowerCase()}`
  const typedWords = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  if (!typedWords.every((word) => within.includes(word))) return 0
  return typedWords.every((word) => within.includes(` ${word}`)) ? 1 : 0.5
}

/** Does one of the typed words begin “practice”? */
export const namesPractice = (typed: string): boolean =>
  typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .some((word) => word !== '' && 'practice'.startsWith(word))

'use client'

import { useQuery } from '@tanstack/react-query'
import { Command, useCommandState } from 'cmdk'
import { usePathname, useRouter } from 'next/navigation'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, type RefObject, useDeferredValue, useLayoutEffect, useRef, useState } from 'react'
import { THEME_OPTIONS } from '@/components/shell/theme-options'
import { useTheme } from '@/components/shell/use-theme'
import { cn } from '@/components/ui/cn'
import { focusText } from '@/components/ui/focus-text'
import { PANEL, SCRIM } from '@/components/ui/overlay-class'
import { toast } from '@/components/ui/toast'
import { navGroups } from '@/components/workspace/projects/project-pages'
import { NO_TASK_TEXT } from '@/lib/annotation/assignments/contract'
import { useNextTask } from '@/lib/annotation/assignments/hooks'
import { itemsQuery } from '@/lib/workspace/items/hooks'
import { itemsHref } from '@/lib/workspace/items/rules'
import type { ProjectListEntry, ProjectView } from '@/lib/workspace/projects/contract'
import { projectQuery, projectsQuery } from '@/lib/workspace/projects/hooks'
import { protocolsQuery } from '@/lib/workspace/protocol-files/hooks'
import { membersQuery } from '@/lib/workspace/users/members/hooks'
import { askedItems, fitOf, namesPractice, projectIn, workspacePages } from './rules'

const ITEMS_SHOWN = 6

interface PaletteDialogProps {
  isAdmin: boolean
  open: boolean
  onOpenChange(open: boolean): void
  /** What was typed before the palette was there. */
  typedAhead?: string
}

/**
 * A field and what it finds: pages, items and people of the open project, other projects, acts. It asks what the pages themselves ask,
 * so it finds nothing that its reader could not open.
 */
export function PaletteDialog({ isAdmin, open, onOpenChange, typedAhead = '' }: PaletteDialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={SCRIM} />
        <Radix.Content
          aria-describedby={undefined}
          // Radix would select what was typed ahead, and the next key would take its place.
          onOpenAutoFocus={focusText}
          className={cn(
            PANEL,
            'fixed start-1/2 top-[12dvh] z-50 w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 animate-overlay overflow-hidden rounded-xl rtl:translate-x-1/2',
          )}
        >
          <Radix.Title className="sr-only">Go to</Radix.Title>
          <Palette isAdmin={isAdmin} typedAhead={typedAhead} onDone={() => onOpenChange(false)} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Palette({ isAdmin, typedAhead, onDone }: { isAdmin: boolean; typedAhead: string; onDone(): void }) {
  const [text, setText] = useState(typedAhead)
  const input = useRef<HTMLInputElement>(null)
  const router = useRouter()
  const projectId = projectIn(usePathname())
  const { data: project } = useQuery({ ...projectQuery(projectId ?? ''), enabled: projectId !== null })
  const { data: all } = useQuery(projectsQuery)
  const manages = all?.projects.some(({ role }) => role === 'manager') ?? false
  const go = (href: string) => {
    onDone()
    router.push(href)
  }
  return (
    <Command
      label="Page, item, person or act"
      loop
      filter={(_value, typed, words = []) => fitOf(words.join(' '), typed)}
    >
      <Command.Input
        ref={input}
        value={text}
        onValueChange={setText}
        placeholder="Page, item, person or act"
        maxLength={200}
        dir="auto"
        className="w-full border-line border-b bg-transparent px-4 py-3.5 outline-none placeholder:text-muted"
      />
      <Command.List label="Found" className="max-h-[min(60dvh,28rem)] scroll-py-2 overflow-y-auto p-2">
        {project && projectId !== null ? <InProject project={project} text={text} go={go} onDone={onDone} /> : null}
        <Group heading="Projects">
          {(all?.projects ?? [])
            .filter(({ id }) => id !== projectId)
            .map(({ id, name, protocolTitle }) => (
              <Entry
                key={id}
                value={`project ${id}`}
                words={[name]}
                note={protocolTitle}
                onSelect={() => go(`/projects/${id}`)}
              >
                {name}
              </Entry>
            ))}
        </Group>
        {text.trim() === '' ? null : (
          <>
            {namesPractice(text) ? (
              <PracticePages projects={(all?.projects ?? []).filter(({ id }) => id !== projectId)} go={go} />
            ) : null}
            <ProtocolFiles go={go} />
          </>
        )}
        <Group heading="Assay">
          {workspacePages({ isAdmin, createsProjects: all?.abilities.createProjects ?? false, manages }).map(
            ([href, label]) => (
              <Entry key={href} value={href} words={[label]} onSelect={() => go(href)}>
                {label}
              </Entry>
            ),
          )}
          <Themes onDone={onDone} />
        </Group>
      </Command.List>
      <CountFound />
      <ActiveOption input={input} />
    </Command>
  )
}

/**
 * Names the active option to screen readers. cmdk looks for it before the list is drawn anew, and names the one that was active before,
 * which may be there no more.
 */
function ActiveOption({ input }: { input: RefObject<HTMLInputElement | null> }) {
  // Whenever cmdk draws its field anew, so that what it writes there does not stay.
  useCommandState(
    ({ value, search, selectedItemId, filtered }) => `${value} ${search} ${selectedItemId} ${filtered.count}`,
  )
  useLayoutEffect(() => {
    const list = document.getElementById(input.current?.getAttribute('aria-controls') ?? '')
    const option = list?.querySelector('[role=option][aria-selected=true]')
    if (option) input.current?.setAttribute('aria-activedescendant', option.id)
    else input.current?.removeAttribute('aria-activedescendant')
  })
  return null
}

/** Beside the list, which holds nothing else than options: how many there are, for who does not see them, or that there is none. */
function CountFound() {
  const count = useCommandState(({ filtered }) => filtered.count)
  const typed = useCommandState(({ search }) => search.trim())
  return (
    <div aria-live="polite">
      {count === 0 ? (
        <p className="px-3 pt-2 pb-6 text-center text-muted text-sm">
          Nothing is called like that. Items are found by words of their texts, their number or their identifier, in the
          project that is open.
        </p>
      ) : typed === '' ? null : (
        <p className="sr-only">{count} found</p>
      )}
    </div>
  )
}

/** Practice of projects that are not open, once it is asked for: its name alone finds that of all, with that of a project that of the project. */
function PracticePages({ projects, go }: { projects: readonly ProjectListEntry[] } & Pick<InProjectProps, 'go'>) {
  const taking = projects.filter(({ role, archivedAt }) => role !== 'viewer' && archivedAt === null)
  if (taking.length === 0) return null
  return (
    <Group heading="Practice">
      {taking.map(({ id, name }) => (
        <Entry
          key={id}
          value={`practice ${id}`}
          words={['Practice', name]}
          note={name}
          onSelect={() => go(`/projects/${id}/practice`)}
        >
          Practice
        </Entry>
      ))}
    </Group>
  )
}

/** Versions that have a page of their own: those that are built in have none. */
function ProtocolFiles({ go }: Pick<InProjectProps, 'go'>) {
  const { data } = useQuery(protocolsQuery)
  const files = data?.protocols.filter(({ builtIn }) => !builtIn) ?? []
  if (files.length === 0) return null
  return (
    <Group heading="Protocols">
      {files.map(({ id, version, title }) => (
        <Entry
          key={`${id} ${version}`}
          value={`protocol ${id} ${version}`}
          words={[title, id]}
          note={`version ${version}`}
          onSelect={() => go(`/protocols/${id}/${version}`)}
        >
          {title}
        </Entry>
      ))}
    </Group>
  )
}

interface InProjectProps {
  project: ProjectView
  text: string
  go(href: string): void
  onDone(): void
}

function InProject({ project, text, go, onDone }: InProjectProps) {
  const { id, name, abilities } = project
  const pages = navGroups(id, abilities).flatMap(({ title, links }) =>
    links.filter(({ show }) => show).map((link) => ({ ...link, title })),
  )
  const { data: members } = useQuery({ ...membersQuery(id), enabled: abilities.manage })
  return (
    <>
      <Group heading={name}>
        {abilities.takeTasks ? <NextTask projectId={id} go={go} onDone={onDone} /> : null}
        {abilities.manage && abilities.takeTasks ? (
          <Entry value="my figures" words={['My figures']} note="Team" onSelect={() => go(`/projects/${id}/people/me`)}>
            My figures
          </Entry>
        ) : null}
        {pages.map(({ href, label, title, icon }) => (
          <Entry
            key={href}
            value={href}
            words={[label, title ?? '']}
            note={title}
            icon={icon}
            onSelect={() => go(href)}
          >
            {label}
          </Entry>
        ))}
      </Group>
      {abilities.browseItems ? <ItemsFound projectId={id} text={text} go={go} /> : null}
      {members && text.trim() !== '' ? (
        <Group heading="People">
          {members.members.map(({ userId, name: person, email, role }) => (
            <Entry
              key={userId}
              value={`person ${userId}`}
              words={[person, email ?? '']}
              note={email}
              // Only annotators are sure to have figures.
              onSelect={() => go(`/projects/${id}/${role === 'annotator' ? `people/${userId}` : 'members'}`)}
            >
              {person}
            </Entry>
          ))}
        </Group>
      ) : null}
    </>
  )
}

function NextTask({ projectId, go, onDone }: { projectId: string } & Pick<InProjectProps, 'go' | 'onDone'>) {
  const next = useNextTask(projectId)
  const take = () =>
    next.mutate(undefined, {
      onSuccess: (found) => {
        if (found.taskId) return go(`/projects/${projectId}/tasks/${found.taskId}/annotate`)
        onDone()
        if (found.reason) toast.info(NO_TASK_TEXT[found.reason])
      },
      onError: (error) => {
        onDone()
        toast.error(error.message)
      },
    })
  return (
    <Entry value="next task" words={['Next task', 'annotate']} onSelect={take}>
      Next task
    </Entry>
  )
}

/** Found by the server, which looks into texts that the browser does not have. */
function ItemsFound({ projectId, text, go }: { projectId: string } & Pick<InProjectProps, 'text' | 'go'>) {
  const searchQuery = askedItems(useDeferredValue(text))
  const { data, isError } = useQuery({ ...itemsQuery(projectId, searchQuery ?? {}), enabled: searchQuery !== null })
  if (searchQuery === null) return null
  if (isError)
    return (
      <Command.Item
        disabled
        value="items not searched"
        keywords={[text]}
        className="px-3 py-2 text-negative-text text-sm"
      >
        The items could not be searched. Try again in a moment.
      </Command.Item>
    )
  if (!data || data.items.length === 0) return null
  const { items, total } = data
  return (
    <Group heading="Items">
      {items.slice(0, ITEMS_SHOWN).map((item) => (
        <Entry
          key={item.id}
          value={`item ${item.id}`}
          words={[text]}
          note={`item ${item.position}`}
          onSelect={() => go(`/projects/${projectId}/items/${item.id}`)}
        >
          {item.title}
        </Entry>
      ))}
      {total > ITEMS_SHOWN ? (
        <Entry value="all items found" words={[text]} onSelect={() => go(itemsHref(projectId, searchQuery))}>
          {`All ${total.toLocaleString('en')} items found`}
        </Entry>
      ) : null}
    </Group>
  )
}

function Themes({ onDone }: Pick<InProjectProps, 'onDone'>) {
  const [theme, setTheme] = useTheme()
  return THEME_OPTIONS.filter(({ value }) => value !== theme).map(({ value, label, icon }) => (
    <Entry
      key={value}
      value={`theme ${value}`}
      words={[`Theme: ${label}`]}
      icon={icon}
      onSelect={() => {
        setTheme(value)
        onDone()
      }}
    >
      {`Theme: ${label.toLowerCase()}`}
    </Entry>
  ))
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={<span dir="auto">{heading}</span>}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  )
}

interface EntryProps {
  value: string
  /** By which it is found; the text itself where the server has found it. */
  words: string[]
  /** What it is, at the end of its line. */
  note?: string | null
  icon?: ReactNode
  onSelect(): void
  children: string
}

function Entry({ value, words, note, icon, onSelect, children }: EntryProps) {
  return (
    <Command.Item
      value={value}
      keywords={words}
      onSelect={onSelect}
      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-3 py-1.5 text-sm data-[selected=true]:bg-accent-surface data-[selected=true]:text-accent-text forced-colors:data-[selected=true]:outline-2"
    >
      {icon}
      <span className="min-w-0 flex-1 truncate" dir="auto">
        {children}
      </span>
      {note ? (
        <span className="max-w-1/2 shrink-0 truncate text-muted text-xs" dir="auto">
          {note}
        </span>
      ) : null}
    </Command.Item>
  )
}

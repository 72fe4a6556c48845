'use client'

import type { ReactNode } from 'react'
import { ProjectNav, type ProjectNavGroup } from '@/components/shell/project-nav'
import { Callout } from '@/components/ui/callout'
import {
  Anchor,
  BookOpen,
  ChartNoAxesCombined,
  ClipboardCheck,
  ClipboardList,
  Clock,
  Database,
  Download,
  Files,
  FileUp,
  GitCompareArrows,
  GraduationCap,
  History,
  House,
  type IconComponent,
  List,
  ListChecks,
  Package,
  ScrollText,
  SearchCheck,
  Settings,
  Target,
  TrendingUp,
  Trophy,
  UserRoundSearch,
  Users,
  WandSparkles,
} from '@/components/ui/icons'
import type { ProjectAbilities, ProjectView } from '@/lib/workspace/projects/contract'

interface Group {
  title: string | null
  pages: readonly (readonly [page: string, label: string, Icon: IconComponent, show: boolean])[]
}

const groupsOf = (can: ProjectAbilities): readonly Group[] => [
  {
    title: 'Overview',
    pages: [
      ['', 'Home', House, true],
      ['/submissions', 'My submissions', History, can.takeTasks],
      ['/practice', 'Practice', GraduationCap, can.takeTasks],
      ['/progress', 'Progress', TrendingUp, can.browseItems],
    ],
  },
  {
    title: 'Data',
    pages: [
      ['/items', 'Items', List, can.browseItems],
      ['/import', 'Import', FileUp, can.manage],
      ['/prefill', 'Pre-fill', WandSparkles, can.browseItems],
      ['/prefill/corpus', 'Documents', Files, can.browseItems],
    ],
  },
  {
    title: 'Team',
    pages: [
      ['/members', 'Members', Users, can.seeMembers],
      ['/assignments', 'Assignments', ClipboardList, can.manage],
      ['/calibration', 'Calibration', Target, can.manage],
      ['/hours', 'Hours', Clock, can.manage],
      can.manage
        ? ['/people', 'People', UserRoundSearch, true]
        : ['/people', 'My figures', UserRoundSearch, can.takeTasks],
    ],
  },
  {
    title: 'Quality',
    pages: [
      ['/review', 'Review', ClipboardCheck, can.review],
      ['/agreement', 'Agreement', ChartNoAxesCombined, can.seeAgreement],
      ['/agreement/disagreements', 'Disagreements', GitCompareArrows, can.seeAgreement],
      ['/checks', 'Checks', ListChecks, can.browseItems],
      ['/audits', 'Audits', SearchCheck, can.browseItems],
      ['/prefill/anchoring', 'Anchoring', Anchor, can.seeAgreement],
    ],
  },
  {
    title: 'Results',
    pages: [
      ['/dataset', 'Dataset', Database, can.browseItems],
      ['/evaluation', 'Evaluation', Trophy, can.browseItems],
      ['/releases', 'Releases', Package, can.export],
      ['/export', 'Export', Download, can.export],
    ],
  },
  {
    title: null,
    pages: [
      ['/settings', 'Settings', Settings, can.manage],
      ['/guidelines', 'Guidelines', BookOpen, true],
      ['/audit-log', 'Audit log', ScrollText, can.manage],
    ],
  },
]

/** Pages that are reached from another one and have no link of their own. */
const COVERS: Readonly<Record<string, readonly string[]>> = { '/people': ['/adjudicators'] }

/** The pages of a project by group; `show` where the reader may open them. */
export const navGroups = (projectId: string, can: ProjectAbilities): ProjectNavGroup[] =>
  groupsOf(can).map(({ title, pages }) => ({
    title,
    links: pages.map(([page, label, Icon, show]) => ({
      href: `/projects/${projectId}${page}`,
      covers: (COVERS[page] ?? []).map((covered) => `/projects/${projectId}${covered}`),
      label,
      icon: <Icon aria-hidden className="size-4 shrink-0" />,
      show,
    })),
  }))

/** A page of a project beside the navigation. */
export function ProjectPages({ project, children }: { project: ProjectView; children: ReactNode }) {
  return (
    <div className="flex flex-1 flex-col lg:flex-row">
      <ProjectNav projectId={project.id} name={project.name} groups={navGroups(project.id, project.abilities)} />
      <div
        id="content"
        tabIndex={-1}
        className="mx-auto w-full min-w-0 max-w-page flex-1 px-4 py-6 outline-none sm:px-6 lg:py-8"
      >
        {project.archivedAt ? (
          <Callout className="mb-6" title="This project is archived">
            Everything can be read and downloaded, nothing changed.
            {project.abilities.manage ? ' Take it out of the archive in Settings.' : null}
          </Callout>
        ) : null}
        {children}
      </div>
    </div>
  )
}

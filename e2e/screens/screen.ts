import type { Page } from '@playwright/test'
import type { PersonKey } from '@/prisma/scenarios/people'

/** What is looked at. */
export interface View {
  name: string
  /** What is done on the page before it is looked at. */
  first?: (page: Page) => Promise<void>
  /** Closes what was opened, where the next view of the page needs that. */
  close?: (page: Page) => Promise<void>
  /** Rules of axe that do not fit what is open. */
  except?: string[]
}

/** A screen as the person sees it that it is made for. */
export interface Screen extends View {
  /** null: nobody is signed in. */
  who: PersonKey | null
  path: () => Promise<string>
  /** What the page shows by further acts, each after the one before it; loading a page costs more than looking at it. */
  opens?: readonly View[]
  /** What the browser says by itself about requests that this screen lets fail. */
  hears?: string
  /** The answer's status, where it is not 200. */
  status?: 403 | 404
}

/** An address that is always there. */
export const at = (path: string) => async () => path
export const screen = (name: string, who: Screen['who'], path: Screen['path'], more: Partial<Screen> = {}): Screen => ({
  name,
  who,
  path,
  ...more,
})

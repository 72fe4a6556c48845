import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { NoProjectCreation } from './no-project-creation'
import { ProjectList } from './project-list'

const WHOM_TO_ASK = 'Your account may not create projects. Ask an administrator for this right.'

test('whoever may create projects finds the way in the head and in the empty list', () => {
  render(<ProjectList projects={[]} abilities={{ createProjects: true }} />)
  expect(screen.getAllByRole('link', { name: 'New project' })).toHaveLength(2)
  expect(screen.queryByText(WHOM_TO_ASK)).toBeNull()
})

test('whoever may not reads whom to ask instead', () => {
  render(<ProjectList projects={[]} abilities={{ createProjects: false }} />)
  expect(screen.queryByRole('link', { name: 'New project' })).toBeNull()
  expect(screen.getByText(WHOM_TO_ASK)).toBeDefined()
  expect(screen.queryByText(/Create one/)).toBeNull()
})

test('the page itself says so, too', () => {
  render(<NoProjectCreation />)
  expect(screen.getByText(WHOM_TO_ASK)).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

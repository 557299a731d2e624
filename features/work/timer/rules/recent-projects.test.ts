import { expect, test } from 'vitest'
import { recentProjects } from './recent-projects.ts'

const project = (id: number) => ({ id, name: `Project ${id}`, client_name: null })
const entry = (id: number) => ({ project_id: id, project_name: `Project ${id}`, client_name: null })

test('lists the projects of the last entries first, then others, each once', () => {
  const known = { projects: [1, 2, 3].map(project), areAll: true }
  expect(recentProjects([entry(3), entry(1), entry(3)], known, null)).toEqual([3, 1, 2].map(project))
})

test('leaves out the chosen project and cancelled ones', () => {
  const known = { projects: [1, 2].map(project), areAll: true }
  expect(recentProjects([entry(9), entry(2)], known, { id: 2 })).toEqual([project(1)])
})

test('keeps a project that is on a page of the list that is not loaded', () => {
  const known = { projects: [1].map(project), areAll: false }
  expect(recentProjects([entry(9)], known, null)).toEqual([9, 1].map(project))
})

test('lists at most seven, and none while something is loading', () => {
  const projects = Array.from({ length: 9 }, (_, index) => project(index + 1))
  expect(recentProjects([], { projects, areAll: true }, null)).toHaveLength(7)
  expect(recentProjects(undefined, { projects, areAll: true }, null)).toEqual([])
  expect(recentProjects([], { projects: undefined, areAll: true }, null)).toEqual([])
})

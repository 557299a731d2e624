import { expect, test } from 'vitest'
import { UndoStack } from './undo-stack.ts'

test('undoes the newest first, each once', () => {
  const undone: string[] = []
  const stack = new UndoStack()
  const add = (name: string) => stack.add({ label: 'Undo', isUndo: true, run: () => undone.push(name) })
  const [first, , third] = [add('first'), add('second'), add('third')]
  third?.run()
  third?.run()
  stack.newest?.run()
  first?.run()
  expect(undone).toEqual(['third', 'second', 'first'])
  expect(stack.newest).toBeUndefined()
})

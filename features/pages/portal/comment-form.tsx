import { type FormEvent, useId } from 'react'
import { MAX_COMMENT_LENGTH, type VersionKey } from '#features/work/comments/contract.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { useComment } from './client.ts'

type CommentFormProps = {
  token: string
  projectId: number
  /** Without it, the comment is on the project. */
  deliverable?: VersionKey
  label: string
  draft: string
  onDraftChange(draft: string): void
}

export function CommentForm(props: CommentFormProps) {
  const { token, projectId, deliverable, label, draft, onDraftChange } = props
  const { send, pending, refused } = useComment(token, projectId, deliverable)
  const id = useId()
  const content = draft.trim()

  const post = (event: FormEvent) => {
    event.preventDefault()
    if (content !== '' && !pending) send(content, (outcome) => outcome === 'accepted' && onDraftChange(''))
  }

  return (
    <form onSubmit={post}>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <Textarea
        id={id}
        rows={deliverable ? 3 : 4}
        dir="auto"
        className="mt-3"
        maxLength={MAX_COMMENT_LENGTH}
        placeholder="Share your thoughts, questions, or feedback..."
        value={draft}
        readOnly={pending}
        onChange={(event) => onDraftChange(event.target.value)}
      />
      {refused && <Alert live tone="error" className="mt-3" title={refused.message} />}
      <div className="mt-3 flex justify-end">
        <Button
          type="submit"
          variant="primary"
          className="max-sm:w-full"
          disabled={content === '' || pending}
          pending={pending}
          pendingText="Posting..."
        >
          Post Comment
        </Button>
      </div>
    </form>
  )
}

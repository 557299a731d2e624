import { EyeOff, Pencil } from 'lucide-react'
import { useState } from 'react'
import { formatInstant } from '#core/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { DeleteMenuItem } from '#web/ui/delete-menu-item.tsx'
import { useInlineEdit } from '#web/ui/inline-edit.ts'
import { ActionsMenu, MenuItem } from '#web/ui/menu.tsx'
import { type Conversation, useDeleteComment, useUpdateComment } from './client.ts'
import { CommentForm } from './comment-form.tsx'
import type { Comment } from './contract.ts'
import { describeVersion } from './rules.ts'

type CommentItemProps = { conversation: Conversation; comment: Comment }

export function CommentItem({ conversation, comment }: CommentItemProps) {
  const [editing, setEditing] = useState(false)
  const own = comment.author_type === 'freelancer'
  return (
    <li
      className={cx(
        'rounded border p-4',
        comment.is_internal ? 'border-dashed border-edge bg-sunken' : 'border-hairline bg-surface',
      )}
    >
      <div className="flex items-start gap-2">
        <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{comment.author_name}</span>
          <Badge tone={own ? 'grey' : 'blue'}>{own ? 'Freelancer' : 'Client'}</Badge>
          {comment.is_internal && (
            <Badge tone="yellow" icon={<EyeOff aria-hidden />}>
              Only you see this
            </Badge>
          )}
          <span className="text-meta text-faint">
            <time dateTime={comment.created_at.toISOString()}>{formatInstant(comment.created_at)}</time>
            {comment.edited_at && ' · edited'}
            {comment.deliverable && !conversation.deliverable && (
              <> · on {describeVersion(comment.deliverable)}</>
            )}
          </span>
        </p>
        {own && !editing && (
          <span className="-mt-1.5 -mr-1.5 touch:-mt-3 touch:-mr-3">
            <CommentMenu conversation={conversation} comment={comment} onEdit={() => setEditing(true)} />
          </span>
        )}
      </div>
      {editing ? (
        <div className="mt-3">
          <EditComment conversation={conversation} comment={comment} onDone={() => setEditing(false)} />
        </div>
      ) : (
        <p dir="auto" className="mt-1.5 whitespace-pre-wrap wrap-anywhere">
          {comment.content}
        </p>
      )}
    </li>
  )
}

function EditComment({ conversation, comment, onDone }: CommentItemProps & { onDone(): void }) {
  const update = useUpdateComment(conversation, comment.id)
  const [draft, setDraft] = useState({ content: comment.content, is_internal: comment.is_internal })
  const empty = draft.content.trim() === ''
  const changed = draft.content !== comment.content || draft.is_internal !== comment.is_internal
  const inlineEdit = useInlineEdit({ changed, onLeave: onDone })

  const save = () => {
    if (!empty && !update.isPending) update.mutate(draft, { onSuccess: onDone })
  }

  return (
    <div {...inlineEdit}>
      <CommentForm label="Comment" autoFocus value={draft} onChange={setDraft} onSubmit={save}>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={empty} pending={update.isPending}>
          Save
        </Button>
      </CommentForm>
    </div>
  )
}

function CommentMenu({ conversation, comment, onEdit }: CommentItemProps & { onEdit(): void }) {
  const deletion = useDeleteComment(conversation)

  return (
    <ActionsMenu label={`Actions for your comment from ${formatInstant(comment.created_at)}`}>
      <MenuItem icon={<Pencil />} onSelect={onEdit}>
        Edit
      </MenuItem>
      <DeleteMenuItem
        title="Delete this comment?"
        consequences={
          comment.is_internal
            ? 'It will be removed.'
            : 'It will be removed, and your client will no longer see it.'
        }
        onDelete={() => deletion.mutate(comment)}
      />
    </ActionsMenu>
  )
}

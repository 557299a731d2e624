import { type IconButtonProps, PlainIconButton } from './plain-icon-button.tsx'
import { Tooltip } from './tooltip.tsx'

/** Shows its label as a tooltip. */
export const IconButton = (props: IconButtonProps) => (
  <Tooltip text={props.label}>
    <PlainIconButton {...props} />
  </Tooltip>
)

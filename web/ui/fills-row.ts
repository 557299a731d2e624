/** A link or button that fills its row. Other controls of the row stand above it with `relative`. */
export const fillsRow = 'after:absolute after:inset-0'

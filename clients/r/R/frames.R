# In charge of records as data frames; tibbles where that package is installed.

DATES <- c("updatedAt", "publishedAt")

# With the columns that such a frame always has, named with what they hold: "text", "date" or "list".
as_frame <- function(frame, columns = NULL) {
  if (is.null(frame) || length(frame) == 0) frame <- data.frame()
  cells <- as.list(frame)[!startsWith(names(frame), "_links")]
  for (name in setdiff(names(columns), names(cells))) cells[[name]] <- blank(columns[[name]], nrow(frame))
  for (name in intersect(DATES, names(cells))) {
    cells[[name]] <- as.POSIXct(as.character(cells[[name]]), format = "%Y-%m-%dT%H:%M:%SZ", tz = "UTC")
  }
  frame <- structure(cells, class = "data.frame", row.names = .set_row_names(nrow(frame)))
  if (requireNamespace("tibble", quietly = TRUE)) tibble::as_tibble(frame) else frame
}

blank <- function(kind, rows) if (kind == "list") rep(list(NULL), rows) else rep(NA_character_, rows)

# Of JSON objects, one row each: lists of values stay lists, groups of values become columns such as identifiers.wfo.
frame_of_json <- function(text) jsonlite::fromJSON(text, simplifyMatrix = FALSE, flatten = TRUE)

# Of lists that were read before: some of their values.
column <- function(records, name) {
  vapply(records, function(record) as.character(record[[name]] %||% NA), "", USE.NAMES = FALSE)
}

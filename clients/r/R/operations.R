# In charge of the operations, each in one place.

LARGEST_PAGE <- 100
# A catalogue that is published faster than it can be read would keep its readers going for ever.
MOST_RESTARTS <- 10

sylva_page <- function(client, ..., page = 1) get_json(client, "/trees", list(..., page = page))

sylva_trees <- function(client, ..., on_change = c("throw", "restart")) {
  query <- list(...)
  if (is.null(query$page_size) && is.null(query$pageSize)) query$page_size <- LARGEST_PAGE
  first <- query[["page"]] %||% 1
  query[["page"]] <- NULL
  restarts <- if (match.arg(on_change) == "restart") MOST_RESTARTS else 0
  pages <- walk(restarts, function(page) frame_of_json(get_text(client, "/trees", c(query, page = first + page - 1))))
  frames <- Filter(is.data.frame, lapply(pages, function(page) page$data))
  columns <- COLUMNS[[query$view %||% "record"]]
  frame <- as_frame(if (length(frames) > 0) do.call(vctrs::vec_rbind, frames), columns)
  attr(frame, "revision") <- pages[[1]]$meta$revision
  frame
}

# Every page of one revision. Pages are numbered anew with each: going on would leave trees out or give them twice.
walk <- function(restarts, read_page) {
  pages <- list()
  repeat {
    page <- read_page(length(pages) + 1)
    revision <- page$meta$revision
    before <- if (length(pages) > 0) pages[[1]]$meta$revision else revision
    if (revision != before) {
      if (restarts == 0) stop(changed_error(before, revision))
      restarts <- restarts - 1
      pages <- list()
      next
    }
    pages[[length(pages) + 1]] <- page
    if (!page$pagination$hasNext) return(pages)
  }
}

sylva_tree <- function(client, slug, locale = NULL) {
  get_json(client, paste0("/trees/", encode(slug)), list(locale = locale))
}

sylva_families <- function(client, locale = NULL, ...) {
  families <- get_json(client, "/families", list(locale = locale, ...))$data
  frame <- counts_frame(families)
  frame$commonName <- column(families, "commonName")
  has <- function(family) !is.null(family$genera)
  if (any(vapply(families, has, NA))) frame$genera <- lapply(families, function(family) counts_frame(family$genera))
  as_frame(frame)
}

# Of families or genera: their names, and the counts that were told.
counts_frame <- function(taxa) {
  frame <- data.frame(name = column(taxa, "name"))
  for (name in c("speciesCount", "assessedCount", "threatenedCount")) {
    counts <- as.integer(column(taxa, name))
    if (name == "speciesCount" || !all(is.na(counts))) frame[[name]] <- counts
  }
  frame
}

sylva_match <- function(client, names, locale = NULL) {
  names <- as.character(names)
  sent <- can_be_sent(names)
  matches <- lapply(names, function(name) list(name = name, status = "none"))
  if (any(sent)) matches[sent] <- match_all(client, groups_of(names[sent]), locale, MOST_RESTARTS)
  trees <- lapply(matches, function(match) match$tree %||% list())
  known <- c("slug", "title", "scientificName", "family", "conservationStatus")
  frame <- data.frame(name = column(matches, "name"), status = column(matches, "status"))
  for (name in known) frame[[name]] <- column(trees, name)
  if (length(matches) > 0) frame$candidates <- lapply(matches, function(match) column(match$candidates, "slug"))
  as_frame(frame, c(candidates = "list"))
}

# What the service takes.
MAX_NAME_CHARACTERS <- 200

# Other names are not sent: they match nothing.
can_be_sent <- function(names) {
  is_valid <- !is.na(names) & validUTF8(enc2utf8(names))
  texts <- replace(names, !is_valid, "")
  is_valid & nchar(texts) <= MAX_NAME_CHARACTERS & grepl("[^[:space:]]", texts) & !grepl("\\p{Cc}", enc2utf8(texts), perl = TRUE)
}

# Begins again where a publish comes between two parts.
match_all <- function(client, groups, locale, restarts) {
  matches <- list()
  revision <- NULL
  for (group in groups) {
    answer <- get_json(client, "/names/match", list(name = group, locale = locale))
    if (!is.null(revision) && revision != answer$meta$revision) {
      if (restarts == 0) stop(changed_error(revision, answer$meta$revision))
      return(match_all(client, groups, locale, restarts - 1))
    }
    revision <- answer$meta$revision
    if (length(answer$data) != length(group)) {
      message <- sprintf("%d of %d names were answered.", length(answer$data), length(group))
      stop(sylva_error("unexpected_answer", message, status = 200))
    }
    matches <- c(matches, answer$data)
  }
  matches
}

MOST_VALUES <- 100
# An address may have 8 kB; each value brings the name of its parameter.
MOST_CHARACTERS <- 6000

# Each fits into one address; one group without a value where there is none.
groups_of <- function(values) {
  groups <- list(character())
  characters <- 0
  for (value in values) {
    last <- length(groups)
    length <- nchar(encode(value)) + 1
    if (length(groups[[last]]) == MOST_VALUES || (characters > 0 && characters + length > MOST_CHARACTERS)) {
      last <- last + 1
      groups[[last]] <- character()
      characters <- 0
    }
    groups[[last]] <- c(groups[[last]], value)
    characters <- characters + length
  }
  groups
}

sylva_changes <- function(client, since, locale = NULL) {
  changes <- gather_changes(client, since, locale)
  frame <- as_frame(data.frame(slug = changes$slug, change = changes$change))
  attr(frame, "revision") <- changes$revision
  frame
}

# Pages are of the newest revision: where it moves on, all begins again.
gather_changes <- function(client, since, locale = NULL) {
  query <- list(since = since, view = "none", page_size = LARGEST_PAGE, locale = locale)
  pages <- walk(MOST_RESTARTS, function(page) get_json(client, "/changes", c(query, page = page)))
  changes <- do.call(c, lapply(pages, function(page) page$data))
  revision <- checked_revision(pages[[1]]$meta$revision, "meta.revision of the changes")
  list(revision = revision, slug = column(changes, "slug"), change = column(changes, "change"))
}

# In charge of exports: trees whole, in both languages, all of one revision. A file is fetched, on after a cut, and then read.

sylva_export <- function(client, ..., file = NULL, format = c("ndjson", "csv", "dwca")) {
  format <- match.arg(format)
  if (is.null(file) && format != "ndjson") stop("A data frame is made of ndjson; give a file for another format.", call. = FALSE)
  part <- tempfile("sylva-", if (is.null(file)) tempdir() else dirname(file))
  on.exit(unlink(part))
  revision <- fetch_export(client, c(list(...), if (format != "ndjson") list(format = format)), part)
  if (!is.null(file)) {
    if (!file.rename(part, file)) stop("The export cannot be put in place: ", file, call. = FALSE)
    return(invisible(structure(file, revision = revision)))
  }
  lines <- read_lines(part)
  other <- switch(list(...)$locale %||% "", en = "\\.es$", es = "\\.en$", "^$")
  columns <- COLUMNS$export[!grepl(other, names(COLUMNS$export))]
  frame <- as_frame(if (length(lines) > 0) frame_of_json(paste0("[", paste(lines, collapse = ","), "]")), columns)
  attr(frame, "revision") <- revision
  frame
}

read_lines <- function(file) readLines(file, encoding = "UTF-8", warn = FALSE)

# However far each of them came.
MAX_ATTEMPTS <- 20

# Into a file; returns the revision that all of it is of.
fetch_export <- function(client, query, file) {
  address <- paste0(client$base_url, "/exports/trees", query_string(query))
  place <- list(revision = NULL, tag = NULL, bytes = 0, is_first = TRUE)
  retries <- new_retries(client, MAX_ATTEMPTS)
  furthest <- 0
  repeat {
    place <- tryCatch(fetch_part(client, address, file, place), sylva_error = function(e) c(place[names(place) != "error"], list(error = e)))
    nothing_left <- isTRUE(place$error$status == 416) && place$bytes > 0
    if (is.null(place$error) || nothing_left) return(place$revision)
    if (place$bytes > furthest) retries$failures <- 0
    furthest <- max(furthest, place$bytes)
    wait_after(retries, place$error)
    place$is_first <- FALSE
  }
}

# What is asked for after a cut is the rest of the same bytes, or else everything once more, not compressed.
fetch_part <- function(client, address, file, place) {
  can_go_on <- place$bytes > 0 && !is.null(place$tag)
  part <- tempfile()
  on.exit(unlink(part))
  rest <- if (can_go_on) list(Range = sprintf("bytes=%.0f-", place$bytes), "If-Range" = place$tag) else list()
  answer <- open_export(client, address, part, rest, if (place$is_first) "gzip" else "identity")
  if (!is.null(place$revision) && answer$revision != place$revision) stop(changed_error(place$revision, answer$revision))
  is_rest <- answer$status == 206
  if (is_rest && !startsWith(answer$range, sprintf("bytes %.0f-", place$bytes))) {
    stop(sylva_error("unexpected_answer", paste("Not the part that was asked for:", answer$range), address, 206))
  }
  if (!is_rest) unlink(file)
  if (file.exists(part)) file.append(file, part)
  place$revision <- answer$revision
  place$tag <- if (answer$is_plain) answer$tag
  place$bytes <- if (answer$is_plain && file.exists(file)) file.size(file) else 0
  place$error <- answer$error
  place
}

# One attempt. What is cut after its head came has an `error` beside.
open_export <- function(client, address, file, headers, encoding) {
  wait_for_room(client)
  handle <- curl::new_handle(
    followlocation = 0L, accept_encoding = encoding, connecttimeout_ms = round(client$timeout * 1000),
    low_speed_limit = 1L, low_speed_time = max(1L, as.integer(client$timeout)), useragent = user_agent()
  )
  sent <- c(headers, if (!is.null(client$api_key)) list("X-API-Key" = client$api_key))
  if (length(sent) > 0) do.call(curl::handle_setheaders, c(list(handle), sent))
  error <- tryCatch({
    curl::curl_fetch_disk(address, file, handle)
    NULL
  }, error = function(e) broken(e, client, address))
  data <- curl::handle_data(handle)
  told <- curl::parse_headers_list(data$headers)
  if (is.null(told[["x-ratelimit-limit"]]) && !is.null(error)) stop(error)
  learn_limit(client, told[["x-ratelimit-limit"]], told[["x-ratelimit-remaining"]], told[["x-ratelimit-reset"]], http_date(told$date))
  if (!(data$status_code %in% c(200, 206))) {
    text <- if (file.exists(file)) paste(read_lines(file), collapse = "\n") else ""
    wait <- suppressWarnings(as.numeric(told[["retry-after"]] %||% NA))
    stop(error_of(data$status_code, text, address, if (is.na(wait)) NULL else wait))
  }
  revision <- checked_revision(told[["sylva-revision"]], "The header Sylva-Revision")
  list(
    status = data$status_code, revision = revision, tag = told$etag, range = told[["content-range"]] %||% "",
    is_plain = is.null(told[["content-encoding"]]), error = error
  )
}

http_date <- function(text) if (is.null(text)) NA else curl::parse_date(text)

# In charge of the client that callers hold: where the service is, how patient to be, and what is known of the limit.

PREFIX <- "/api/v1"

sylva_client <- function(base_url = Sys.getenv("SYLVA_URL"), api_key = Sys.getenv("SYLVA_KEY"), timeout = 10,
                         max_retries = 4, max_wait = 120, wait_for_limit = TRUE, cache = NULL) {
  client <- new.env(parent = emptyenv())
  client$base_url <- api_address(base_url)
  client$api_key <- checked_key(api_key)
  client$timeout <- timeout
  client$max_retries <- max_retries
  client$max_wait <- max_wait
  client$wait_for_limit <- wait_for_limit
  client$cache <- cache
  client$window <- NULL
  structure(client, class = "sylva_client")
}

# NULL for an empty one.
checked_key <- function(given) {
  if (is.null(given) || !nzchar(given)) return(NULL)
  codes <- utf8ToInt(enc2utf8(given))
  wrong <- which(is.na(codes) | codes < 33 | codes > 126)
  if (length(wrong) > 0) {
    stop(
      "api_key is not valid: character ", wrong[1], " of ", length(codes), " is one that no header can carry. ",
      "Copy the key again, without spaces or line breaks.", call. = FALSE
    )
  }
  given
}

user_agent <- function() paste0("sylva-r/", getNamespaceVersion("sylva"))

# The key is nobody's business.
print.sylva_client <- function(x, ...) {
  cat("<sylva client of ", x$base_url, ">\n", sep = "")
  invisible(x)
}

sylva_rate_limit <- function(client) {
  window <- client$window
  if (is.null(window)) return(NULL)
  list(limit = window$limit, remaining = window$remaining, reset_at = as.POSIXct(window$reset, origin = "1970-01-01", tz = "UTC"))
}

# With the version's prefix, whether it was there or not.
api_address <- function(given) {
  if (!grepl("^https?://[^/]", given)) {
    shown <- if (nzchar(given)) given else "empty, and SYLVA_URL is not set"
    stop("base_url must begin with https:// or http://, such as https://trees.example.org; it is ", shown, ".", call. = FALSE)
  }
  address <- sub("/+$", "", sub("[?#].*$", "", given))
  if (endsWith(address, PREFIX)) address else paste0(address, PREFIX)
}

# Several values of a parameter are given one after the other; what is NULL is left out. Names may be written as in R.
query_string <- function(query) {
  query <- query[!vapply(query, is.null, NA)]
  names(query) <- gsub("_([a-z])", "\\U\\1", names(query), perl = TRUE)
  pairs <- unlist(lapply(names(query), function(name) paste0(name, "=", encode(as.character(query[[name]])))))
  if (length(pairs) == 0) "" else paste0("?", paste(pairs, collapse = "&"))
}

encode <- function(text) vapply(enc2utf8(text), curl::curl_escape, "", USE.NAMES = FALSE)
